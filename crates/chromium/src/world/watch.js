// Watching: what trusted input really hit. Input takes its way after the check of the target, and the page may have
// put something else there meanwhile, as a hover effect does. Such a press is kept from the page: what was not meant
// is not pressed.
{
  const { nodes: dom, tasks, belongs } = surefoot;
  const PRESSES = ["pointerdown", "mousedown"];
  const TYPES = [...PRESSES, "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu", "dragstart", "drop", "invalid"];
  // These open something of the browser's own when they are pressed, or pass on what happens to them.
  const CLICKLESS = new Set(["select", "option", "iframe", "frame", "object", "embed"]);
  // Nobody waits longer for input to arrive; a user's own click later is none of ours.
  const LIFE = 10000;
  let watch = null;

  const seen = (event) => {
    const node = event.composedPath()[0];
    const { type } = event;
    if (type === "invalid") return void before?.invalid.add(node);
    if (!watch || !event.isTrusted || performance.now() > watch.end) return;
    if (type === "dragstart") return void (watch.drag = event);
    if (type === "drop") return void (watch.dropped = true);
    if (type === "pointermove") return void (watch.over = hits(event));
    if (watch.free) return;
    if (type === "mouseup") watch.released = true;
    if (type === "click" && hits(event)) watch.clicked = true;
    if (PRESSES.includes(type)) {
      watch.hit = hits(event) && !watch.outdated ? null : node;
      // The last moment to see that the element has become another one.
      if (!watch.pressed && !watch.hit && surefoot.isOther(watch.el)) {
        watch.hit = node;
        watch.outdated = true;
      }
      watch.pressed = true;
    }
    if (!watch.hit) return;
    event.stopImmediatePropagation();
    // Without the pointer's press there would be no mouse events to keep away.
    if (!type.startsWith("pointer")) event.preventDefault();
  };
  // In a closed shadow root the event says no more than its host, until it has come to the root itself.
  const hits = (event) => {
    const node = event.composedPath()[0];
    if (belongs(node, watch.el)) return true;
    return !(event.currentTarget instanceof ShadowRoot) && watch.hosts.has(node);
  };

  surefoot.watchPress = (el, options) => {
    const hosts = new Set();
    for (let root = dom.root(el); dom.type(root) === 11; root = dom.root(root.host)) {
      if (!dom.shadow(root.host)) {
        hosts.add(root.host);
        for (const type of PRESSES) root.addEventListener(type, seen, true);
      }
    }
    start({ el, hosts, free: Boolean(options.force || options.free) });
  };
  // What was so before the action, which may watch several presses.
  let before = null;
  const start = (about) => {
    const now = performance.now();
    if (!before || now > before.end) before = { end: now + LIFE, focus: dom.active(), invalid: new Set() };
    watch = { end: now + LIFE, pressed: false, hit: null, ...about };
    listen();
  };
  // Again each time: `document.open` takes the listeners of a window away.
  const listen = () => {
    for (const type of TYPES) addEventListener(type, seen, { capture: true });
    // Moves are many: they are listened to only while the pointer is to go somewhere.
    if (watch?.free) addEventListener("pointermove", seen, { capture: true, passive: true });
  };
  const stop = () => {
    removeEventListener("pointermove", seen, { capture: true });
    const done = watch;
    watch = null;
    return done;
  };
  // From the beginning, so that no listener of the page comes first.
  listen();

  // Watches input that goes to no element in particular.
  tasks.begin = (el) => {
    start({ el: el ?? document.documentElement, hosts: new Set(), free: true });
    const active = dom.active();
    return { focus: active ? surefoot.serialOf(active) : 0, frame: Boolean(active && dom.matches(active, "iframe,frame,object,embed")) };
  };

  const valueOf = (el) => {
    if (el instanceof HTMLInputElement) {
      const type = dom.input(el);
      if (type === "checkbox" || type === "radio") return null;
      if (type === "file") return Array.from(el.files ?? [], (f) => f.name).join(", ");
      return el.value;
    }
    if (el instanceof HTMLTextAreaElement) return el.value;
    if (el instanceof HTMLSelectElement) return Array.from(el.selectedOptions, (o) => dom.words(o.label || dom.text(o))).join(", ");
    if (el.isContentEditable) return surefoot.editedText(el);
    return null;
  };
  surefoot.valueOf = valueOf;
  // The lines of an editor. Where each is a block of its own, the space between blocks is no line.
  surefoot.editedText = (el) => {
    const lines = Array.from(el.childNodes).filter((n) => dom.type(n) !== 8);
    const inline = (n) => dom.type(n) !== 1 || !["p", "div"].includes(dom.tag(n)) || dom.all(n, "p,div,li").length > 0;
    const text = lines.some(inline) ? (el.innerText ?? "") : lines.map((n) => n.innerText.replace(/\n$/, "")).join("\n");
    return text.replace(/\u00a0/g, " ").replace(/\n$/, "");
  };

  // What the input has met: {pressed, culprit, dropped}. From now on nothing is kept from the page.
  tasks.after = () => {
    const done = stop();
    const result = {
      pressed: Boolean(done?.pressed),
      dropped: Boolean(done?.dropped),
      swallowed: Boolean(done?.hit),
      outdated: Boolean(done?.outdated),
      unclicked: Boolean(done?.pressed && done.released && !done.clicked && !done.drag) && !CLICKLESS.has(dom.tag(done.el)),
    };
    // What changes from now on is what was done.
    if (!done?.hit) surefoot.forgetRecent();
    else if (!done.outdated) result.culprit = surefoot.serialOf(done.hit);
    return result;
  };

  // What came of the action, once the page has come to rest: {focus, invalid, value}.
  tasks.end = (_, options) => {
    stop();
    const active = dom.active();
    const result = { focus: active && active !== before?.focus ? surefoot.serialOf(active) : 0 };
    result.invalid = Array.from(before?.invalid ?? [], (c) => [surefoot.serialOf(c), c.validationMessage ?? ""]).slice(0, 100);
    before = null;
    const holder = options.serial ? surefoot.nodeOf(options.serial) : null;
    const value = holder && !surefoot.isProxy(holder) ? valueOf(holder) : null;
    if (value !== null) result.value = value;
    return result;
  };

  // Whether the pointer is over an element: the last move came to it, or the page shows it so.
  tasks.hovered = async (el) => {
    const is = () => Boolean(watch?.over) || dom.matches(el, ":hover");
    // A frame of another process may hear of it a little later.
    for (let tries = 0; tries < 3 && !is(); tries++) await surefoot.frame();
    const hovered = is();
    stop();
    return { hovered };
  };

  // Whether the press under way has become a drag of the page's data: the browser takes the mouse then.
  tasks.dragging = () => ({ dragging: Boolean(watch?.drag && !watch.drag.defaultPrevented) });
}
