// Collecting: one walk over the light tree and the shadow trees of this document. What it says is read by `decode.rs`,
// where the form of it is written down.
{
  const { nodeType, firstChild, nextSibling, data, localName, namespaceURI, getAttributeNames, getAttribute } = surefoot.dom;
  const { matches, closest, checkVisibility, getBoundingClientRect, getRootNode } = surefoot.dom;
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = surefoot.dom;
  const { baseURI, documentURI, compatMode, designMode, activeElement, body, documentElement } = surefoot.dom;
  const hitInDocument = Document.prototype.elementFromPoint;
  const hitInShadow = ShadowRoot.prototype.elementFromPoint;
  const { noticed: NOTICED } = surefoot;
  const HAS_TABINDEX = NOTICED.get("tabindex");
  const HAS_POPOVER = NOTICED.get("popover");
  const HAS_ROLE = NOTICED.get("role");
  // Attributes that refer to elements, and the members that tell to which. An element that was set by script need not have
  // an id: the attribute is empty then.
  const REFERRING = new Map(
    [
      ["aria-activedescendant", "ariaActiveDescendantElement"],
      ["aria-controls", "ariaControlsElements"],
      ["aria-describedby", "ariaDescribedByElements"],
      ["aria-details", "ariaDetailsElements"],
      ["aria-errormessage", "ariaErrorMessageElements"],
      ["aria-flowto", "ariaFlowToElements"],
      ["aria-labelledby", "ariaLabelledByElements"],
      ["aria-owns", "ariaOwnsElements"],
    ].map(([name, member]) => [name, Object.getOwnPropertyDescriptor(Element.prototype, member)?.get]),
  );
  // Of so many elements with names of their own the browser is asked what they are.
  const MOST_CUSTOM = 100;
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
  const APART = 1 << 22;
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
  const FRAME = 4;
  const TURNED = 5;
  const REFERENCES = 6;
  // What numbers that are no pixels are multiplied by.
  const PARTS = 10000;

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
  const FRAMES = words("iframe frame object embed");
  // Elements whose names are made of their content, besides those that can be focused.
  const NAMED = words("h1 h2 h3 h4 h5 h6 label legend summary caption th option figcaption");
  const BLOCKS = words(
    "block flex grid list-item table table-row table-cell table-caption table-row-group table-header-group " +
      "table-footer-group table-column table-column-group flow-root",
  );

  const INLINE_BOXES = words("inline-block inline-flex inline-grid inline-table");

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

  // What holds for the children of an open element: whether they can be rendered at all, whether they are options, which
  // have no boxes while their select is closed, and whether those without boxes are skipped, whatever their style says.
  const PLAIN = { rendered: true, options: false, skips: false };
  const OPTIONS = { rendered: true, options: true, skips: false };
  const SKIPPED = { rendered: true, options: false, skips: true };
  const HIDDEN = { rendered: false, options: false, skips: false };

  // A page with more nodes than this is cut off.
  const MOST_NODES = 1_000_000;
  // Bounds on the tests of what is hit, of which each can take as long as there are boxes at its place.
  const MOST_TRIES = 2000;
  const LONGEST_TRYING = 300;

  // Texts have no boxes of their own here: an element with this much of its own is asked whether it can be scrolled.
  const LONG_TEXT = 80;

  const VISIBLE = { visibilityProperty: true };

  class Level {
    constructor(node, next, inside, rect) {
      this.node = node;
      this.next = next;
      this.inside = inside;
      this.rect = rect;
      this.right = -Infinity;
      this.bottom = -Infinity;
      this.text = 0;
    }
    reach(right, bottom) {
      if (right > this.right) this.right = right;
      if (bottom > this.bottom) this.bottom = bottom;
    }
  }

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
      // Those of the element at hand that refer to others, and to which.
      this.references = [];
      // Elements that may have a role that no attribute tells.
      this.customs = [];
      // Elements to be tried whether a click would reach them: the node, its index among all nodes, where.
      this.tries = [];
      // What can change without a trace: controls, and elements that can be scrolled.
      this.controls = [];
      this.scrollers = [];
      this.shadows = [];
      this.generated = new surefoot.Generated();
      this.suspects = new surefoot.Suspects();
      this.isCut = false;
      // Whether the element that was written last is shown nowhere.
      this.isUnslotted = false;
      this.fullscreen = surefoot.dom.fullscreenElement.call(document);
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
      const { attributes, references } = this;
      attributes.length = 0;
      references.length = 0;
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
        if (value === "") {
          const found = REFERRING.get(name)?.call(node);
          if (found) references.push([name, Array.isArray(found) ? found : [found]]);
        }
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
      const noticed = this.readAttributes(node, isHtml);
      let facts = isHtml ? surefoot.controlFacts(node, tag, noticed) : noticed & HAS_TABINDEX ? FOCUSABLE : 0;
      let rect = null;
      let inside = parent;
      this.isUnslotted = false;
      if (!parent.rendered) {
        facts |= NOT_RENDERED;
      } else {
        const style = getComputedStyle(node);
        const display = style.display;
        this.isUnslotted = display === "";
        if (checkVisibility.call(node, VISIBLE)) {
          rect = getBoundingClientRect.call(node);
        } else {
          // Without a box, or not visible.
          const rendered =
            display !== "none" &&
            (checkVisibility.call(node) || (!parent.skips && (display === "contents" || parent.options)));
          if (!rendered) facts |= NOT_RENDERED;
          else if (style.visibility !== "visible") facts |= INVISIBLE;
          if (rendered && display !== "contents" && !parent.options) rect = getBoundingClientRect.call(node);
        }
        if (facts & NOT_RENDERED) {
          inside = HIDDEN;
        } else {
          if (display !== "inline") facts |= BLOCKS.has(display) ? BLOCK : INLINE_BOXES.has(display) ? APART : 0;
          if (style.cursor === "pointer") facts |= POINTER_CURSOR;
          if (style.opacity === "0") facts |= TRANSPARENT;
          if (style.pointerEvents === "none") facts |= NO_POINTER_EVENTS;
          if (rect && (rect.width === 0 || rect.height === 0)) facts |= NO_AREA;
          if (isHtml && tag === "select") inside = OPTIONS;
          else if (!parent.options) inside = PLAIN;
          if (
            (attributes.length > 0 && style.contentVisibility === "hidden") ||
            (isHtml && (tag === "details" ? !node.open : tag === "canvas" || tag === "video" || tag === "audio"))
          ) {
            inside = SKIPPED;
            facts |= SKIPS;
          }
        }
      }
      if (tag === "dialog" && matches.call(node, ":modal")) facts |= TOP_LAYER | MODAL;
      else if (noticed & HAS_POPOVER && matches.call(node, ":popover-open")) facts |= TOP_LAYER;
      else if (node === this.fullscreen) facts |= TOP_LAYER;
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
      if (isHtml && tag.includes("-") && !(noticed & HAS_ROLE)) this.custom(node, facts);
      for (const [name, elements] of this.references) this.refer(name, elements);
      if (isHtml && surefoot.isControl(tag)) this.controls.push(node);
      const value = isHtml ? surefoot.liveValue(node, tag) : null;
      if (value !== null) {
        rows.put(OTHER | (VALUE << 2));
        rows.put(this.string(value));
      }
      if (rect) {
        const texts = this.generated.of(node, facts & (FOCUSABLE | POINTER_CURSOR) || NAMED.has(tag));
        if (texts) {
          rows.put(OTHER | (GENERATED << 2));
          for (const text of texts) rows.put(this.string(text));
        }
        if (FRAMES.has(tag)) this.frame(node);
      }
      this.rect = rect;
      return inside;
    }

    box(rect) {
      this.rows.signed(integer(rect.x));
      this.rows.signed(integer(rect.y));
      this.rows.put(integer(rect.width));
      this.rows.put(integer(rect.height));
    }

    // Notes an element with a name of its own that is or can be a control, and says nowhere which.
    custom(node, facts) {
      const isControl = facts & FOCUSABLE || matches.call(node, ":enabled, :disabled");
      if (isControl && !(facts & NOT_RENDERED) && this.customs.length < MOST_CUSTOM) {
        this.customs.push(surefoot.serialOf(node));
      }
    }

    // To which elements an attribute refers.
    refer(name, elements) {
      const { rows } = this;
      rows.put(OTHER | (REFERENCES << 2));
      rows.put(this.string(name));
      rows.put(elements.length);
      for (const element of elements) rows.put(surefoot.serialOf(element));
    }

    // How the view of the document of a frame lies in ours: where it begins, and if it is turned or scaled, how.
    frame(node) {
      const [a, b, c, d, e, f] = surefoot.placeInside(node);
      const turned = a !== 1 || b !== 0 || c !== 0 || d !== 1;
      this.rows.put(OTHER | ((turned ? TURNED : FRAME) << 2));
      this.rows.signed(integer(e));
      this.rows.signed(integer(f));
      if (turned) for (const number of [a, b, c, d]) this.rows.signed(integer(number * PARTS));
    }

    // How far an element is scrolled, and how much is left, if it can be scrolled.
    scroll(node) {
      const { rows } = this;
      if (!isScroller(node)) return false;
      this.scrollers.push(node);
      const left = scrollLeft.call(node);
      const top = scrollTop.call(node);
      rows.put(OTHER | (SCROLL << 2));
      rows.signed(integer(left));
      rows.signed(integer(top));
      rows.signed(integer(scrollWidth.call(node) - clientWidth.call(node) - left));
      rows.signed(integer(scrollHeight.call(node) - clientHeight.call(node) - top));
      return true;
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
      this.number(document);
      this.generated.noteTree(document);
      // The levels that are open: an element or shadow root, what comes next in it, what holds in it, and its box with
      // what sticks out of that: an element that nothing sticks out of has nothing to scroll, which is dear to ask.
      const levels = [new Level(document, firstChild.call(document), PLAIN, null)];
      for (let level; (level = levels[levels.length - 1]); ) {
        const node = this.nodes.length < MOST_NODES ? level.next : null;
        if (!node) {
          if (level.next) this.isCut = true;
          levels.pop();
          if (levels.length) this.close(level, levels[levels.length - 1]);
          continue;
        }
        level.next = nextSibling.call(node);
        switch (nodeType.call(node)) {
          case 1: {
            const inside = this.element(node, level.inside);
            const child = UNREAD.has(localName.call(node)) ? null : firstChild.call(node);
            const shadow = surefoot.shadowOf(node);
            if (child || shadow) levels.push(new Level(node, child, inside, this.rect));
            else this.leaf(node, level);
            if (inside.rendered && !shadow) this.suspect(node, child);
            if (this.isUnslotted && level.node !== document && !surefoot.shadowOf(level.node)) {
              this.suspects.unslotted(level.node, level.rect);
            }
            if (shadow) {
              rows.put(OTHER | (SHADOW << 2));
              rows.put(shadow.mode === "open" ? 0 : 1);
              this.number(shadow);
              this.shadows.push(shadow);
              this.generated.noteTree(shadow);
              levels.push(new Level(shadow, firstChild.call(shadow), inside.rendered ? PLAIN : HIDDEN, null));
            }
            break;
          }
          case 3:
          case 4: {
            const text = data.call(node);
            rows.put(TEXT);
            this.number(node);
            this.texts.push(text);
            level.text += text.length;
            break;
          }
        }
      }
    }

    // Notes an element that may have a closed shadow root.
    suspect(node, child) {
      const tag = localName.call(node);
      if (tag.includes("-")) this.suspects.named(node, this.rect);
      else if (!child && this.rect?.width && this.rect.height) this.suspects.hollow(node, tag, this.rect);
    }

    // Ends an element without children, or one whose children are not read.
    leaf(node, outer) {
      if (this.rect) {
        if (localName.call(node) === "textarea") this.scroll(node);
        outer.reach(this.rect.right, this.rect.bottom);
      }
      this.rows.put(END);
    }

    // Ends a level.
    close(level, outer) {
      const { node, rect } = level;
      if (!rect) {
        outer.reach(level.right, level.bottom);
      } else if (
        (level.right > rect.right + 1 || level.bottom > rect.bottom + 1 || level.text > LONG_TEXT) &&
        this.scroll(node)
      ) {
        outer.reach(rect.right, rect.bottom);
      } else {
        outer.reach(Math.max(level.right, rect.right), Math.max(level.bottom, rect.bottom));
      }
      this.rows.put(END);
    }

    // Which of the elements noted would not get a click at their middle, and what would instead.
    hitTest() {
      const covers = new Numbers();
      let before = 0;
      const end = performance.now() + LONGEST_TRYING;
      for (const { node, at, x, y } of this.tries.slice(0, MOST_TRIES)) {
        if (performance.now() > end) break;
        const root = getRootNode.call(node);
        const hit = root === document ? hitInDocument.call(root, x, y) : hitInShadow.call(root, x, y);
        if (!hit || reaches(hit, node)) continue;
        covers.put(at - before);
        before = at;
        covers.put(surefoot.serialOf(hit));
      }
      return covers.text();
    }

    // What stands in front of the page, where it is looked at: see `fronts.js`.
    fronts() {
      const numbers = new Numbers();
      for (const [place, layer, behind] of surefoot.fronts(this.width, this.height)) {
        for (const number of [place, surefoot.serialOf(layer), behind.length]) numbers.put(number);
        for (const node of behind) numbers.put(surefoot.serialOf(node));
      }
      return numbers.text();
    }

    text(covers, fronts, times) {
      const base = baseURI.call(document);
      const head = [
        surefoot.document,
        documentURI.call(document),
        base,
        compatMode.call(document),
        designMode.call(document),
        [scrollX, scrollY, innerWidth, innerHeight].map(integer).join(" "),
        surefoot.focused(),
        this.suspects.keep(),
        this.isCut ? 1 : 0,
        times.map((time) => Math.round(time * 1000)).join(" "),
        this.rows.text(),
        covers,
        fronts,
        this.customs.join(" "),
        this.strings.length,
      ];
      let all = head.concat(this.strings, this.texts);
      if (all.join("").includes(SEPARATOR)) all = all.map((text) => String(text).replaceAll(SEPARATOR, " "));
      return all.join(SEPARATOR);
    }
  }

  const integer = (number) => Math.max(-1e9, Math.min(1e9, Math.round(number) || 0));

  // The root is left out: what it scrolls is the view, which is told of with the document.
  const isScroller = (node) => {
    if (node === documentElement.call(document) || !/auto|scroll/.test(getComputedStyle(node).overflow)) return false;
    return scrollHeight.call(node) > clientHeight.call(node) + 1 || scrollWidth.call(node) > clientWidth.call(node) + 1;
  };

  // Whether a click that hits `hit` does what one at `node` would: it is inside of it, or is its label, or the other way
  // round, as where the middle of a link lies between its two lines.
  const reaches = (hit, node) =>
    surefoot.isWithin(hit, node) || surefoot.isWithin(node, hit) || closest.call(hit, "label")?.control === node;

  // The element that has the focus in this document.
  surefoot.focused = () => {
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
    const begin = performance.now();
    const collector = new Collector();
    collector.walk();
    const walked = performance.now();
    const covers = collector.hitTest();
    const fronts = collector.fronts();
    const tested = performance.now();
    surefoot.remember(collector.nodes, collector.serials);
    surefoot.watchRoots(collector.shadows);
    surefoot.forgetRecent();
    surefoot.keepState(collector.controls, collector.scrollers);
    return collector.text(covers, fronts, [walked - begin, tested - walked]);
  };
}
