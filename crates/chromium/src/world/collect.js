// Collecting: one walk over the light tree and the shadow trees of this document. What it says is read by `decode.rs`,
// where the form of it is written down.
{
  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
  // Members are taken from prototypes, since a form's controls hide its members of the same names.
  const firstChild = getter(Node.prototype, "firstChild");
  const nextSibling = getter(Node.prototype, "nextSibling");
  const parentNode = getter(Node.prototype, "parentNode");
  const nodeType = getter(Node.prototype, "nodeType");
  const textContent = getter(Node.prototype, "textContent");
  const data = getter(CharacterData.prototype, "data");
  const localName = getter(Element.prototype, "localName");
  const namespaceURI = getter(Element.prototype, "namespaceURI");
  const shadowRoot = getter(Element.prototype, "shadowRoot");
  const { getAttributeNames, getAttribute, matches, getBoundingClientRect, checkVisibility, closest } = Element.prototype;
  const { contains } = Node.prototype;
  const scrollWidth = getter(Element.prototype, "scrollWidth");
  const scrollHeight = getter(Element.prototype, "scrollHeight");
  const clientWidth = getter(Element.prototype, "clientWidth");
  const clientHeight = getter(Element.prototype, "clientHeight");
  const scrollLeft = getter(Element.prototype, "scrollLeft");
  const scrollTop = getter(Element.prototype, "scrollTop");
  const { getRootNode } = Node.prototype;
  const baseURI = getter(Node.prototype, "baseURI");
  const documentURI = getter(Document.prototype, "documentURI");
  const compatMode = getter(Document.prototype, "compatMode");
  const designMode = getter(Document.prototype, "designMode");
  const activeElement = getter(Document.prototype, "activeElement");
  const body = getter(Document.prototype, "body");
  const documentElement = getter(Document.prototype, "documentElement");
  const hitInDocument = Document.prototype.elementFromPoint;
  const hitInShadow = ShadowRoot.prototype.elementFromPoint;
  // Between strings: a character that JSON does not escape, and that is not worth having in a text.
  const SEPARATOR = "\x7f";

  // The facts of the page model that are told here, by their bits there.
  const NOT_RENDERED = 1;
  const INVISIBLE = 1 << 1;
  const TRANSPARENT = 1 << 2;
  const NO_AREA = 1 << 3;
  const BLOCK = 1 << 5;
  const FOCUSABLE = 1 << 6;
  const POINTER_CURSOR = 1 << 9;
  const NO_POINTER_EVENTS = 1 << 11;
  const SCROLLABLE = 1 << 12;
  const TOP_LAYER = 1 << 13;
  const CHECKED = 1 << 14;
  const INDETERMINATE = 1 << 15;
  const SELECTED = 1 << 16;
  const DISABLED = 1 << 17;
  const INVALID = 1 << 18;
  const USER_INVALID = 1 << 21;
  // And one that is not of the page model: what is outside of it is inert.
  const MODAL = 1 << 29;
  // And another: the texts in it are not rendered.
  const SKIPS = 1 << 30;

  // Kinds of rows.
  const END = 0;
  const ELEMENT = 1;
  const TEXT = 2;
  const OTHER = 3;
  // Kinds of other rows.
  const SHADOW = 0;
  const VALUE = 1;
  const SCROLL = 2;
  const GENERATED = 3;

  const NAMESPACES = new Map([
    ["http://www.w3.org/1999/xhtml", 0],
    ["http://www.w3.org/2000/svg", 1],
    ["http://www.w3.org/1998/Math/MathML", 2],
  ]);

  const words = (text) => new Set(text.split(" "));
  // Attributes that say nothing to anybody but a renderer.
  const LEFT_OUT = words("style nonce integrity srcset sizes imagesrcset imagesizes");
  const DRAWING = words(
    "d points transform x y cx cy r rx ry x1 x2 y1 y2 dx dy fx fy fill fill-opacity fill-rule clip-path clip-rule stroke " +
      "stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity " +
      "stop-color stop-opacity offset gradientTransform gradientUnits preserveAspectRatio version xmlns xmlns:xlink xml:space",
  );
  // Values longer than this are cut, except where a cut value would mislead.
  const LONGEST = 1000;
  const WHOLE = /^(?:id|class|name|value|title|alt|placeholder|for|role|href|xlink:href|src|action|content|aria-.*)$/;
  const UNREAD = words("script style noscript noembed noframes template iframe");
  const BLOCKS = words(
    "block flex grid list-item table table-row table-cell table-caption table-row-group table-header-group " +
      "table-footer-group table-column table-column-group flow-root",
  );
  const CONTROLS = words("input button select textarea option optgroup fieldset output object");

  // Everything that is shown as one number after another: five bits a character, the lowest first, the sixth says that
  // more follow. Of the characters neither is one that JSON would escape.
  const DIGITS = Uint8Array.from({ length: 64 }, (_, n) => (n < 57 ? 35 + n : 36 + n));
  const latin = new TextDecoder("utf-8");

  class Numbers {
    constructor() {
      this.bytes = new Uint8Array(1 << 16);
      this.at = 0;
    }
    put(number) {
      if (this.at + 8 > this.bytes.length) {
        const more = new Uint8Array(this.bytes.length * 2);
        more.set(this.bytes);
        this.bytes = more;
      }
      while (number > 31) {
        this.bytes[this.at++] = DIGITS[32 | (number & 31)];
        number >>>= 5;
      }
      this.bytes[this.at++] = DIGITS[number];
    }
    // Numbers that may be negative.
    signed(number) {
      this.put(number < 0 ? -2 * number - 1 : 2 * number);
    }
    text() {
      return latin.decode(this.bytes.subarray(0, this.at));
    }
  }

  const closed = new WeakMap();
  // A closed shadow root that was found by other means.
  surefoot.adopt = (host, root) => void closed.set(host, root);
  surefoot.shadowOf = (node) =>
    nodeType.call(node) === 1 ? (shadowRoot.call(node) ?? closed.get(node) ?? null) : null;

  const valueOf = (element, tag) => {
    switch (tag) {
      case "input": {
        if (element.type === "file") return Array.from(element.files, (file) => file.name).join(", ");
        const written = getAttribute.call(element, "value");
        const value = element.value;
        if (element.type === "checkbox" || element.type === "radio") return null;
        return value === (written ?? "") ? null : value;
      }
      case "textarea":
        return element.value === textContent.call(element) ? null : element.value;
      default:
        return null;
    }
  };

  const stateOf = (element, tag) => {
    let facts = 0;
    if (matches.call(element, ":disabled")) facts |= DISABLED;
    switch (tag) {
      case "input":
        if (element.checked) facts |= CHECKED;
        if (element.indeterminate) facts |= INDETERMINATE;
      // falls through
      case "select":
      case "textarea":
      case "fieldset":
      case "output":
      case "button":
        if (tag !== "fieldset" && matches.call(element, ":invalid")) {
          facts |= INVALID;
          if (matches.call(element, ":user-invalid")) facts |= USER_INVALID;
        }
        break;
      case "option":
        if (element.selected) facts |= SELECTED;
        break;
    }
    return facts;
  };


  // Elements that can take the focus by what they are; as far as attributes matter, see there.
  const FOCUSABLE_TAGS = words("a area input button select textarea iframe audio video summary");
  const focusableByKind = (node, tag, facts, attributes) => {
    switch (tag) {
      case "a":
      case "area":
        return attributes & HAS_HREF;
      case "audio":
      case "video":
        return attributes & HAS_CONTROLS;
      case "input":
      case "button":
      case "select":
      case "textarea":
        return !(facts & DISABLED) && !(tag === "input" && node.type === "hidden");
      case "iframe":
        return true;
      default:
        return node.tabIndex >= 0;
    }
  };

  // Attributes that are noticed while they are written.
  const HAS_HREF = 1;
  const HAS_CONTROLS = 2;
  const HAS_TABINDEX = 4;
  const HAS_EDITING = 8;
  const NOTICED = new Map([
    ["href", HAS_HREF],
    ["xlink:href", HAS_HREF],
    ["controls", HAS_CONTROLS],
    ["tabindex", HAS_TABINDEX],
    ["contenteditable", HAS_EDITING],
  ]);

  // What holds for the children of an open element: whether they can be rendered at all, whether they are options, which
  // have no boxes while their select is closed, and whether those without boxes are skipped, whatever their style says.
  const PLAIN = { rendered: true, options: false, skips: false };
  const OPTIONS = { rendered: true, options: true, skips: false };
  const SKIPPED = { rendered: true, options: false, skips: true };
  const HIDDEN = { rendered: false, options: false, skips: false };

  class Collector {
    constructor() {
      this.rows = new Numbers();
      this.strings = [];
      this.known = new Map();
      this.texts = [];
      this.nodes = [];
      this.serials = [];
      this.previous = 0;
      this.attributes = [];
      // Elements to be tried whether a click would reach them: the node, its index among all nodes, where.
      this.tries = [];
      this.width = innerWidth;
      this.height = innerHeight;
    }

    string(text) {
      let at = this.known.get(text);
      if (at === undefined) {
        at = this.strings.length;
        this.known.set(text, at);
        this.strings.push(text);
      }
      return at;
    }

    number(node) {
      const serial = surefoot.serialOf(node);
      this.nodes.push(node);
      this.serials.push(serial);
      this.rows.signed(serial - this.previous);
      this.previous = serial;
    }

    // Notes the attributes of an element, answers which of those are there that are noticed.
    readAttributes(node, isHtml) {
      const { attributes } = this;
      attributes.length = 0;
      let noticed = 0;
      for (const name of getAttributeNames.call(node)) {
        if (LEFT_OUT.has(name) || (!isHtml && DRAWING.has(name))) continue;
        let value = "";
        if (name.charCodeAt(0) !== 111 || name.charCodeAt(1) !== 110) {
          value = getAttribute.call(node, name) ?? "";
          if (value.length > LONGEST && (!WHOLE.test(name) || value.startsWith("data:"))) value = value.slice(0, 100) + "…";
        } else if (name !== "onclick") {
          continue;
        }
        noticed |= NOTICED.get(name) ?? 0;
        attributes.push(this.string(name), this.string(value));
      }
      return noticed;
    }

    // Writes an element; answers what holds for its children.
    element(node, parent) {
      const { rows, attributes } = this;
      const tag = localName.call(node);
      const space = NAMESPACES.get(namespaceURI.call(node)) ?? 3;
      const isHtml = space === 0;
      let facts = 0;
      let rect = null;
      let display = "";
      let inside = parent;
      let scrolls = false;
      if (!parent.rendered) {
        facts |= NOT_RENDERED;
      } else {
        const style = getComputedStyle(node);
        display = style.display;
        const rendered =
          checkVisibility.call(node) ||
          (!parent.skips && (display === "contents" || (parent.options && display !== "none")));
        if (rendered) {
          if (BLOCKS.has(display)) facts |= BLOCK;
          if (style.visibility !== "visible") facts |= INVISIBLE;
          if (style.opacity === "0") facts |= TRANSPARENT;
          if (style.pointerEvents === "none") facts |= NO_POINTER_EVENTS;
          if (style.cursor === "pointer") facts |= POINTER_CURSOR;
          if (display !== "contents" && !parent.options) {
            rect = getBoundingClientRect.call(node);
            if (rect.width === 0 || rect.height === 0) facts |= NO_AREA;
            if (isHtml && display !== "inline") scrolls = isScroller(node, style);
          }
          if (tag === "select" && isHtml) inside = OPTIONS;
          else if (!parent.options) inside = PLAIN;
          if (
            style.contentVisibility === "hidden" ||
            (isHtml && (tag === "details" ? !node.open : tag === "canvas" || tag === "video" || tag === "audio"))
          ) {
            inside = SKIPPED;
            facts |= SKIPS;
          }
        } else {
          facts |= NOT_RENDERED;
          inside = HIDDEN;
        }
      }
      const noticed = this.readAttributes(node, isHtml);
      if (isHtml && CONTROLS.has(tag)) facts |= stateOf(node, tag);
      if (tag === "dialog" && matches.call(node, ":modal")) facts |= TOP_LAYER | MODAL;
      else if (facts & BLOCK && matches.call(node, ":popover-open, :fullscreen")) facts |= TOP_LAYER;
      if (
        (FOCUSABLE_TAGS.has(tag) && focusableByKind(node, tag, facts, noticed)) ||
        (noticed & HAS_TABINDEX && !(facts & DISABLED)) ||
        (noticed & HAS_EDITING && node.isContentEditable)
      ) {
        facts |= FOCUSABLE;
      }
      if (scrolls) facts |= SCROLLABLE;
      rows.put(ELEMENT | (space << 2) | (rect ? 16 : 0));
      rows.put(this.string(tag));
      if (rect && facts & (FOCUSABLE | POINTER_CURSOR) && !(facts & (NO_AREA | NO_POINTER_EVENTS | INVISIBLE))) {
        this.consider(node, rect);
      }
      this.number(node);
      rows.put(facts);
      rows.put(attributes.length / 2);
      for (let at = 0; at < attributes.length; at++) rows.put(attributes[at]);
      if (rect) this.box(rect);
      const value = isHtml && CONTROLS.has(tag) ? valueOf(node, tag) : null;
      if (value !== null) {
        rows.put(OTHER | (VALUE << 2));
        rows.put(this.string(value));
      }
      if (scrolls) this.scroll(node);
      return inside;
    }

    box(rect) {
      this.rows.signed(integer(rect.x));
      this.rows.signed(integer(rect.y));
      this.rows.put(integer(rect.width));
      this.rows.put(integer(rect.height));
    }

    // How far it is scrolled, and how much is left.
    scroll(node) {
      const { rows } = this;
      const left = scrollLeft.call(node);
      const top = scrollTop.call(node);
      rows.put(OTHER | (SCROLL << 2));
      rows.signed(integer(left));
      rows.signed(integer(top));
      rows.signed(integer(scrollWidth.call(node) - clientWidth.call(node) - left));
      rows.signed(integer(scrollHeight.call(node) - clientHeight.call(node) - top));
    }

    // Notes an element whose middle is in view, to be tried later: one hit test between two writes would cost no less,
    // but this way a walk without them can be measured.
    consider(node, rect) {
      const x = rect.x + rect.width / 2;
      const y = rect.y + rect.height / 2;
      if (x >= 0 && y >= 0 && x < this.width && y < this.height) this.tries.push({ node, at: this.nodes.length, x, y });
    }

    walk() {
      const { rows } = this;
      const nexts = [firstChild.call(document)];
      const states = [PLAIN];
      this.number(document);
      while (nexts.length) {
        const top = nexts.length - 1;
        const node = nexts[top];
        if (!node) {
          nexts.pop();
          states.pop();
          if (nexts.length) rows.put(END);
          continue;
        }
        nexts[top] = nextSibling.call(node);
        switch (nodeType.call(node)) {
          case 1: {
            const inside = this.element(node, states[top]);
            nexts.push(UNREAD.has(localName.call(node)) ? null : firstChild.call(node));
            states.push(inside);
            const shadow = surefoot.shadowOf(node);
            if (shadow) {
              rows.put(OTHER | (SHADOW << 2));
              rows.put(shadow.mode === "open" ? 0 : 1);
              this.number(shadow);
              nexts.push(firstChild.call(shadow));
              states.push(inside.rendered ? PLAIN : HIDDEN);
            }
            break;
          }
          case 3:
          case 4:
            rows.put(TEXT);
            this.number(node);
            this.texts.push(data.call(node));
            break;
        }
      }
    }

    // Which of the elements noted would not get a click at their middle, and what would instead.
    hitTest() {
      const covers = new Numbers();
      let before = 0;
      for (const { node, at, x, y } of this.tries) {
        const root = getRootNode.call(node);
        const hit = root === document ? hitInDocument.call(root, x, y) : hitInShadow.call(root, x, y);
        if (!hit || reaches(hit, node)) continue;
        covers.put(at - before);
        before = at;
        covers.put(surefoot.serialOf(hit));
      }
      return covers.text();
    }

    text(covers) {
      const base = baseURI.call(document);
      const head = [
        surefoot.document,
        documentURI.call(document),
        base,
        compatMode.call(document),
        designMode.call(document),
        [scrollX, scrollY, innerWidth, innerHeight].map(integer).join(" "),
        focused(),
        this.rows.text(),
        covers,
        this.strings.length,
      ];
      let all = head.concat(this.strings, this.texts);
      if (all.join("").includes(SEPARATOR)) all = all.map((text) => String(text).replaceAll(SEPARATOR, " "));
      return all.join(SEPARATOR);
    }
  }

  const integer = (number) => Math.max(-1e9, Math.min(1e9, Math.round(number) || 0));

  const isScroller = (node, style) => {
    const beyond =
      scrollHeight.call(node) > clientHeight.call(node) + 1 || scrollWidth.call(node) > clientWidth.call(node) + 1;
    return beyond && /auto|scroll/.test(style.overflow);
  };

  // The parent in the flat tree.
  const flatParent = (node) => {
    const parent = node.assignedSlot ?? parentNode.call(node);
    return parent instanceof ShadowRoot ? parent.host : parent;
  };
  const isWithin = (node, outer) => {
    if (contains.call(outer, node)) return true;
    for (let steps = 0; node && steps < 500; steps++, node = flatParent(node)) if (node === outer) return true;
    return false;
  };

  // Whether a click that hits `hit` does what one at `node` would: it is inside of it, or is its label, or the other way
  // round, as where the middle of a link lies between its two lines.
  const reaches = (hit, node) =>
    isWithin(hit, node) || isWithin(node, hit) || closest.call(hit, "label")?.control === node;

  // The element that has the focus in this document.
  const focused = () => {
    let element = activeElement.call(document);
    for (let inner; element; element = inner) {
      inner = surefoot.shadowOf(element)?.activeElement;
      if (!inner) break;
    }
    return element && element !== body.call(document) && element !== documentElement.call(document)
      ? surefoot.serialOf(element)
      : 0;
  };

  surefoot.collect = () => {
    const collector = new Collector();
    collector.walk();
    surefoot.remember(collector.nodes, collector.serials);
    return collector.text(collector.hitTest());
  };
}
