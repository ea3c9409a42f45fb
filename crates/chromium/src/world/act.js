// Acting: what is asked of an element before and after trusted input is sent to it.
//
// `surefoot.act(token, serial, task, options)` does one task of `tasks` on one element and answers it as JSON. The
// answer of what cannot be done is a fault: {fail: an error code, text: a sentence about "it", hint?, culprit?: a
// serial, quoted?: texts of the page}. `wait: true` in a fault says that time may mend it.
// Members of nodes are read through the prototypes: a form's controls may have any name.
{
  const getter = (prototype, name) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name);
    return (node) => get.call(node);
  };
  const method = (prototype, name) => {
    const call = prototype[name];
    return (node, ...args) => call.apply(node, args);
  };
  const dom = {
    type: getter(Node.prototype, "nodeType"),
    parent: getter(Node.prototype, "parentNode"),
    root: method(Node.prototype, "getRootNode"),
    contains: method(Node.prototype, "contains"),
    text: getter(Node.prototype, "textContent"),
    tag: getter(Element.prototype, "localName"),
    slot: getter(Element.prototype, "assignedSlot"),
    shadow: getter(Element.prototype, "shadowRoot"),
    attr: method(Element.prototype, "getAttribute"),
    has: method(Element.prototype, "hasAttribute"),
    matches: method(Element.prototype, "matches"),
    closest: method(Element.prototype, "closest"),
    all: (root, selector) =>
      (dom.type(root) === 9 ? Document : dom.type(root) === 11 ? DocumentFragment : Element).prototype.querySelectorAll.call(root, selector),
    rect: method(Element.prototype, "getBoundingClientRect"),
    rects: method(Element.prototype, "getClientRects"),
    shows: method(Element.prototype, "checkVisibility"),
    scrollTo: (el, block) => Element.prototype.scrollIntoView.call(el, { block, inline: "center", behavior: "instant" }),
    focus: (el) => (el instanceof SVGElement ? SVGElement : HTMLElement).prototype.focus.call(el),
    activeIn: (root) =>
      (dom.type(root) === 9 ? Document : ShadowRoot).prototype.__lookupGetter__("activeElement").call(root),
    at: (root, x, y) => (dom.type(root) === 9 ? Document : ShadowRoot).prototype.elementFromPoint.call(root, x, y),
  };
  // The parent in the flat tree, an element or null.
  dom.up = (node) => {
    const slot = dom.type(node) === 1 ? dom.slot(node) : null;
    if (slot) return slot;
    const parent = dom.parent(node);
    if (!parent) return null;
    const type = dom.type(parent);
    return type === 1 ? parent : type === 11 ? (parent.host ?? null) : null;
  };
  dom.within = (node, el) => {
    for (let at = node; at; at = dom.up(at)) if (at === el) return true;
    return false;
  };
  // The element that has the focus, however deep in shadow trees; null for none, and for the body.
  dom.active = () => {
    let at = dom.activeIn(document);
    for (;;) {
      const root = at && shadowOf(at);
      const inner = root && dom.activeIn(root);
      if (!inner) break;
      at = inner;
    }
    return at && at !== document.documentElement && dom.tag(at) !== "body" ? at : null;
  };
  const { shadowOf } = surefoot;
  dom.shadowOf = shadowOf;
  dom.input = (el) => (el instanceof HTMLInputElement ? HTMLInputElement.prototype.__lookupGetter__("type").call(el) : "");
  dom.role = (el) => (dom.attr(el, "role") ?? "").trim().toLowerCase().split(/\s+/)[0];
  dom.words = (text) => (text ?? "").replace(/\s+/g, " ").trim();

  const tasks = (surefoot.tasks = Object.create(null));
  const STALE = '{"fail":"stale_ref","text":"the element is no longer part of the page","hint":"take a new snapshot"}';
  const OUTDATED = '{"fail":"stale_ref","text":"the page keeps changing around it","hint":"wait for it to come to rest, and take a new snapshot"}';
  surefoot.nodes = dom;
  // `seen`: whether the element has to be what the last capture showed.
  surefoot.act = (token, serial, task, options, seen) => {
    if (token && token !== surefoot.document) return STALE;
    const node = serial ? surefoot.nodeOf(serial) : null;
    if (serial && !node) return STALE;
    listen();
    const el = node && dom.type(node) !== 1 ? dom.up(node) : node;
    if (seen && el && surefoot.isOther(el)) return OUTDATED;
    const done = tasks[task](el, options ?? {});
    return done instanceof Promise ? done.then((d) => JSON.stringify(d)) : JSON.stringify(done);
  };

  // ---- Whether the page is moving.

  const wakers = new Set();
  const wake = () => {
    for (const waker of wakers) waker();
    wakers.clear();
  };
  // Called at each mutation.
  surefoot.wakeActions = wake;
  let listens = false;
  const listen = () => {
    if (listens) return;
    listens = true;
    for (const type of ["transitionend", "transitioncancel", "animationend", "animationcancel", "load", "scrollend"]) {
      addEventListener(type, wake, { capture: true, passive: true });
    }
  };
  const JUST_NOW = 120;
  const changedJustNow = () => performance.now() - surefoot.movedAt() < JUST_NOW;
  const running = () =>
    document.getAnimations().filter((a) => a.playState === "running" && a.effect?.getComputedTiming().endTime !== Infinity);
  const moving = () => document.readyState === "loading" || changedJustNow() || running().length > 0;
  const frame = () =>
    new Promise((done) => {
      const timer = setTimeout(done, 400);
      requestAnimationFrame(() => (clearTimeout(timer), done()));
    });
  surefoot.frame = frame;
  tasks.frame = () => frame().then(() => ({}));
  // Until something changes, the next frame while something is animated, or so many ms have passed.
  const change = (ms) =>
    new Promise((done) => {
      const timer = setTimeout(done, ms);
      wakers.add(() => (clearTimeout(timer), done()));
      if (running().length) requestAnimationFrame(wake);
    });
  surefoot.change = change;

  // Tries until it is done, or the page has come to rest, or patience is at its end.
  const patiently = (options, attempt) => {
    const first = attempt();
    if (!first.fail || !first.wait || options.force || !(options.patience > 0)) return first;
    return (async () => {
      const end = performance.now() + options.patience;
      let rest = performance.now();
      let result = first;
      while (result.fail && result.wait) {
        const now = performance.now();
        if (moving()) rest = now;
        if (now >= end || now - rest >= JUST_NOW) break;
        await change(Math.min(end - now, JUST_NOW - (now - rest) + 1));
        result = attempt();
      }
      return result;
    })();
  };
  surefoot.patiently = patiently;

  // ---- Checks.

  const fault = (fail, text, more) => ({ fail, text, ...more });
  surefoot.fault = fault;

  const imageOf = (area) => {
    const map = dom.closest(area, "map");
    const name = map && (dom.attr(map, "name") ?? "");
    return name ? [...dom.all(dom.root(area), "img[usemap]")].find((i) => dom.attr(i, "usemap") === "#" + name) : null;
  };

  const shown = (el) => {
    if (dom.tag(el) === "area") return shown(imageOf(el) ?? document.documentElement);
    if (dom.shows(el, { visibilityProperty: true })) return true;
    const style = getComputedStyle(el);
    return style.display === "contents" && style.visibility === "visible" && boxesOf(el).length > 0;
  };
  surefoot.shown = shown;

  const hidden = (el) => {
    const how = getComputedStyle(el);
    if (dom.tag(el) === "option") return fault("not_visible", "it is in a list that is closed", { hint: "use `select` on the list" });
    const why = how.visibility !== "visible" && how.display !== "none" ? "its visibility is hidden" : "it is not rendered";
    return fault("not_visible", `${why}, so it cannot be seen`, { wait: true, hint: "do first what shows it" });
  };

  const FORM = "button,input,select,textarea,option,optgroup,fieldset";
  const disabled = (el) => {
    for (let at = el; at; at = dom.up(at)) {
      if ((at === el || !dom.matches(at, "fieldset,optgroup")) && dom.matches(at, FORM) && dom.matches(at, ":disabled")) return at;
      if (dom.attr(at, "aria-disabled")?.toLowerCase() === "true") return at;
    }
    return null;
  };
  surefoot.disabled = disabled;

  const inert = (el) => {
    for (let at = el; at; at = dom.up(at)) if (dom.has(at, "inert")) return at;
    return null;
  };

  // What is wrong with an element before any point of it is looked for; null: nothing.
  const faultOf = (el, options) => {
    if (options.force) return null;
    if (!shown(el)) return hidden(el);
    if (options.enabled !== false) {
      const by = disabled(el);
      if (by) {
        const text = by === el ? "it is disabled" : "it is in something that is disabled";
        return fault("disabled", text, {
          wait: true,
          hint: "do first what enables it, or choose another element",
          culprit: by === el ? undefined : surefoot.serialOf(by),
        });
      }
    }
    const still = inert(el);
    if (still) {
      const modal = [...dom.all(document, "dialog:modal")].pop();
      const culprit = modal && !dom.within(el, modal) ? modal : still;
      return fault("obscured", "it is in a part of the page that is inert", { wait: true, culprit: surefoot.serialOf(culprit) });
    }
    return null;
  };
  surefoot.faultOf = faultOf;

  // ---- The point.

  const boxesOf = (el) => {
    if (dom.tag(el) === "area") return areaBoxes(el);
    const sized = (list) => Array.from(list).filter((r) => r.width > 0 && r.height > 0);
    const own = sized(dom.rects(el));
    if (own.length) return own;
    const range = document.createRange();
    range.selectNodeContents(shadowOf(el) ?? el);
    return sized(range.getClientRects()).slice(0, 50);
  };
  surefoot.boxesOf = boxesOf;

  const areaBoxes = (area) => {
    const image = imageOf(area);
    if (!image) return [];
    const box = dom.rect(image);
    const numbers = (dom.attr(area, "coords") ?? "").split(/[\s,]+/).map(Number).filter(Number.isFinite);
    const shape = (dom.attr(area, "shape") ?? "rect").toLowerCase();
    const at = (l, t, r, b) => new DOMRect(box.left + l, box.top + t, r - l, b - t);
    if (shape === "default" || numbers.length < 3) return [box];
    if (shape.startsWith("circ")) {
      const [x, y, r] = numbers;
      return [at(x - r, y - r, x + r, y + r)];
    }
    const xs = numbers.filter((_, i) => i % 2 === 0);
    const ys = numbers.filter((_, i) => i % 2 === 1);
    const least = (list) => list.reduce((a, b) => Math.min(a, b));
    const most = (list) => list.reduce((a, b) => Math.max(a, b));
    return [at(least(xs), least(ys), most(xs), most(ys))];
  };

  // What is hit at a point, through shadow roots, those that hold the element included even if they are closed.
  const hitAt = (el, x, y) => {
    const mine = new Map();
    for (let root = dom.root(el); dom.type(root) === 11; root = dom.root(root.host)) mine.set(root.host, root);
    let node = dom.at(document, x, y);
    while (node) {
      const root = shadowOf(node) ?? mine.get(node);
      const inner = root && dom.at(root, x, y);
      if (!inner || inner === node || dom.root(inner) !== root) break;
      node = inner;
    }
    return node;
  };

  const CONTROLS =
    "a[href],button,input:not([type=hidden]),select,textarea,summary,[onclick],[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=menuitem],[role=option],[role=tab],[contenteditable]";
  // A control that a click on `node` goes to rather than to `el` around it.
  const controlBetween = (node, el) => {
    for (let at = node; at && at !== el; at = dom.up(at)) if (dom.matches(at, CONTROLS)) return at;
    return null;
  };
  const controlOf = (label) => HTMLLabelElement.prototype.__lookupGetter__("control").call(label);
  surefoot.controlOf = controlOf;

  // Whether pressing on `node` presses `el`: it is in it, or they are a label and its control.
  const belongs = (node, el) => {
    if (!node) return false;
    if (dom.within(node, el)) return true;
    if (dom.tag(el) === "area") return node === imageOf(el);
    if (el instanceof HTMLLabelElement) {
      const control = controlOf(el);
      return Boolean(control && dom.within(node, control));
    }
    for (let at = node; at; at = dom.up(at)) {
      if (at instanceof HTMLLabelElement) return controlOf(at) === el;
      if (dom.matches(at, CONTROLS)) return false;
    }
    return false;
  };
  surefoot.belongs = belongs;

  const LAYERS =
    "dialog,[role=dialog],[role=alertdialog],[aria-modal=true],[popover],[role=banner],[role=menu],[role=listbox],[role=tooltip],[role=alert],[role=status]";
  // What to name as covering an element: the layer that the hit node is part of, rather than a piece of it.
  const coverOf = (node, el) => {
    const above = new Set();
    for (let at = el; at; at = dom.up(at)) above.add(at);
    let layer = null;
    let lifted = null;
    let part = node;
    for (let at = node; at && !above.has(at); at = dom.up(at)) {
      part = at;
      if (dom.matches(at, LAYERS)) layer = at;
      const { position } = getComputedStyle(at);
      if (position === "fixed" || position === "sticky" || (position === "absolute" && !lifted)) lifted = at;
    }
    if (layer) return layer;
    const cover = lifted ?? (above.has(node) ? node : part);
    // A mere backdrop stands for the dialog over it.
    if (!dom.words(dom.text(cover))) {
      const dialogs = [...dom.all(document, "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]")];
      const dialog = dialogs.reverse().find((d) => !above.has(d) && shown(d) && boxesOf(d).length);
      if (dialog) return dialog;
    }
    return lifted ?? node;
  };

  const SPOTS = [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75], [0.5, 0.1], [0.5, 0.9], [0.1, 0.5], [0.9, 0.5]];

  // A point of the boxes, in view, where a press goes to the element; else what is in the way.
  const pointIn = (el, boxes) => {
    let nested = null;
    let blocked = null;
    for (const box of boxes.slice(0, 6)) {
      const left = Math.max(box.left, 0);
      const top = Math.max(box.top, 0);
      const width = Math.min(box.right, innerWidth) - left;
      const height = Math.min(box.bottom, innerHeight) - top;
      if (!(width > 0 && height > 0)) continue;
      for (const [h, v] of SPOTS) {
        const x = left + width * h;
        const y = top + height * v;
        const hit = hitAt(el, x, y);
        if (!belongs(hit, el)) {
          blocked ??= hit;
          continue;
        }
        if (!dom.within(hit, el) || !controlBetween(hit, el)) return { x, y };
        nested ??= { x, y };
      }
    }
    return nested ?? { blocked };
  };

  const scrolledTo = (el, block) => {
    if (dom.tag(el) === "area") el = imageOf(el) ?? el;
    if (!dom.rects(el).length) el = [...dom.all(shadowOf(el) ?? el, "*")].find((e) => dom.rects(e).length) ?? el;
    dom.scrollTo(el, block);
  };
  surefoot.scrolledTo = scrolledTo;

  const inView = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const answer = (el, x, y, more) => {
    const box = dom.rect(el);
    return { x, y, left: box.left, top: box.top, width: box.width, height: box.height, ...more };
  };
  const covered = (node, el) =>
    fault("obscured", "something else covers it", {
      wait: true,
      culprit: node ? surefoot.serialOf(coverOf(node, el)) : undefined,
      hint: "close what covers it, or scroll",
    });

  // The point that position names, counted from the corner of the element's box.
  const pointAt = (el, options) => {
    const find = () => {
      const box = dom.rect(el);
      return [box.left + options.position[0], box.top + options.position[1]];
    };
    let [x, y] = find();
    let scrolled = false;
    if (!inView(x, y)) {
      scrolledTo(el, "center");
      [x, y] = find();
      if (!inView(x, y)) window.scrollBy({ left: x - innerWidth / 2, top: y - innerHeight / 2, behavior: "instant" });
      [x, y] = find();
      scrolled = true;
    }
    if (options.force) return answer(el, x, y, { scrolled });
    if (!inView(x, y)) return fault("not_visible", "that position of it cannot be scrolled into view");
    const hit = hitAt(el, x, y);
    return belongs(hit, el) ? answer(el, x, y, { scrolled }) : covered(hit, el);
  };

  const point = (el, options) => {
    const wrong = faultOf(el, options);
    if (wrong) return wrong;
    if (options.position) return pointAt(el, options);
    let first = null;
    for (const block of [null, "center", "start", "end"]) {
      if (block) scrolledTo(el, block);
      const boxes = boxesOf(el);
      if (!boxes.length) {
        return fault("not_visible", "it has no size, so there is nothing of it to press", { wait: true });
      }
      const seen = boxes.find((b) => b.right > 0 && b.bottom > 0 && b.left < innerWidth && b.top < innerHeight);
      if (options.force) {
        if (seen || block) return answer(el, ...middle(seen ?? boxes[0]), { scrolled: Boolean(block) });
        continue;
      }
      const found = pointIn(el, boxes);
      if (found.x !== undefined) return answer(el, found.x, found.y, { scrolled: Boolean(block) });
      first ??= found.blocked;
      if (found.blocked && fills(coverOf(found.blocked, el))) break;
    }
    for (const label of labelsOf(el)) {
      const found = shown(label) ? pointIn(el, boxesOf(label)) : {};
      if (found.x !== undefined) return answer(el, found.x, found.y, { scrolled: true });
    }
    if (first) return covered(first, el);
    return fault("not_visible", "it is outside of what can be scrolled into view", { wait: true });
  };
  const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  // Whether something fills the view, so that scrolling helps nobody.
  const fills = (el) => {
    const box = dom.rect(el);
    return box.left <= 0 && box.top <= 0 && box.right >= innerWidth - 20 && box.bottom >= innerHeight - 20;
  };
  const labelsOf = (el) => (el instanceof HTMLInputElement && el.labels ? Array.from(el.labels).slice(0, 5) : []);

  // ---- Standing still.

  const animations = (el) =>
    document.getAnimations().filter((a) => a.playState === "running" && a.effect?.target && dom.within(el, a.effect.target));
  const endless = (animation) => animation.effect.getComputedTiming().endTime === Infinity;
  const animated = (el) => animations(el).some((a) => !endless(a));
  // Waits, if it may be moving, until its box is the same in two frames.
  const stand = async (el, options) => {
    // What never stands still is pressed as it goes; a press that misses it is kept from everything else.
    if (animations(el).some(endless)) return true;
    const end = performance.now() + options.patience;
    let last = dom.rect(el);
    for (;;) {
      await frame();
      const now = dom.rect(el);
      const same = now.left === last.left && now.top === last.top && now.width === last.width && now.height === last.height;
      if (same) return true;
      if (performance.now() > end) return false;
      last = now;
    }
  };

  // Finds the point to press, and watches from then on what is pressed really.
  tasks.aim = (el, options) => {
    const aimed = patiently(options, () => point(el, options));
    if (options.force) return watched(el, options, aimed);
    if (!(aimed instanceof Promise) && (aimed.fail || !(changedJustNow() || animated(el)))) return watched(el, options, aimed);
    return (async () => {
      let found = await aimed;
      while (!found.fail) {
        if (!(await stand(el, options))) {
          return fault("timeout", "it keeps moving", { hint: "wait until it stands still, or use --force" });
        }
        if (!el.isConnected) return JSON.parse(STALE);
        const again = await patiently(options, () => point(el, options));
        const same = again.x === found.x && again.y === found.y;
        if (again.fail || same || animations(el).some(endless)) return watched(el, options, again);
        found = again;
      }
      return found;
    })();
  };
  const watched = (el, options, aimed) => {
    if (!aimed.fail && options.watch) surefoot.watchPress(el, options);
    return aimed;
  };

  // The same point in the document around, given the frame element; fails if something covers the frame there.
  tasks.through = (owner, options) => {
    const place = () => {
      const [a, b, c, d, e, f] = surefoot.placeInside(owner);
      return [a * options.x + c * options.y + e, b * options.x + d * options.y + f];
    };
    const look = (scrolled) => {
      let [x, y] = place();
      if (!inView(x, y)) {
        scrolledTo(owner, "center");
        [x, y] = place();
        if (!inView(x, y)) window.scrollBy({ left: x - innerWidth / 2, top: y - innerHeight / 2, behavior: "instant" });
        [x, y] = place();
        scrolled = true;
      }
      if (options.force) return answer(owner, x, y, { scrolled });
      const hit = hitAt(owner, x, y);
      if (!inView(x, y)) return fault("not_visible", "the frame it is in cannot be scrolled into view there");
      return hit === owner ? answer(owner, x, y, { scrolled }) : covered(hit, owner);
    };
    if (!options.scrolled) return patiently(options, () => look(false));
    // The frame has scrolled what is around it, which another process may hear of a little later.
    return frame().then(frame).then(() => patiently(options, () => look(true)));
  };
}
