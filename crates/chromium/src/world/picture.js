// Pictures: what has to be known of the view, scrolling through a page for one, and undoing all that was done for it.
//
// What is done to the page while it is scrolled through: it is scrolled; what sticks stands where it belongs, and what
// is fixed to the view is seen in one place only. The latter two are done by paused animations, which are no part of the
// document: no attribute and no style sheet changes, no observer is told, and they end without a trace.
// Every function answers JSON.
{
  const dom = surefoot.nodes;
  const { shadowOf, frame } = surefoot;
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight } = surefoot.dom;
  const { clientWidth, clientHeight, clientLeft, clientTop, scrollingElement, documentElement, body } = surefoot.dom;
  const animate = Element.prototype.animate;
  const elementScrollTo = Element.prototype.scrollTo;
  const complete = HTMLImageElement.prototype.__lookupGetter__("complete");
  const decode = HTMLImageElement.prototype.decode;
  const images = Document.prototype.__lookupGetter__("images");
  const children = Element.prototype.__lookupGetter__("children");
  const childrenOfShadow = DocumentFragment.prototype.__lookupGetter__("children");
  const getAnimations = Document.prototype.getAnimations;
  const createTreeWalker = Document.prototype.createTreeWalker;
  const fonts = document.fonts;

  const answer = (value) => JSON.stringify(value);
  const box = ({ x, y, width, height }) => [x, y, width, height];

  // What is in view.
  surefoot.pictureView = () => {
    const page = scrollingElement.call(document) ?? documentElement.call(document);
    const [wide, high] = page ? [scrollWidth.call(page), scrollHeight.call(page)] : [innerWidth, innerHeight];
    return answer({
      width: innerWidth,
      height: innerHeight,
      density: devicePixelRatio,
      x: scrollX,
      y: scrollY,
      wide: Math.max(wide, innerWidth),
      high: Math.max(high, innerHeight),
    });
  };

  const each = (visit) => {
    const roots = [document];
    for (let root; (root = roots.pop()); ) {
      const walker = createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT);
      for (let el; (el = walker.nextNode()); ) {
        visit(el);
        const shadow = shadowOf(el);
        if (shadow) roots.push(shadow);
      }
    }
  };

  // What is being done for a picture; null while nothing is.
  let held = null;

  const hold = (el, style, pseudoElement) => {
    try {
      const options = { duration: 1, fill: "both", composite: style.translate ? "add" : "replace" };
      if (pseudoElement) options.pseudoElement = pseudoElement;
      const animation = animate.call(el, [style, style], options);
      animation.pause();
      held.animations.push(animation);
      return animation;
    } catch {
      return null;
    }
  };

  // ---- Scrolling.

  const isView = (el) => el === null;
  const place = (el) =>
    isView(el) ? [scrollX, scrollY] : [scrollLeft.call(el), scrollTop.call(el)];
  const goTo = (el, left, top) =>
    isView(el)
      ? scrollTo({ left, top, behavior: "instant" })
      : elementScrollTo.call(el, { left, top, behavior: "instant" });
  const remember = (el) => {
    if (!held.scrolls.has(el)) held.scrolls.set(el, place(el));
  };
  const scrolls = (el) => {
    const wide = scrollWidth.call(el) - clientWidth.call(el);
    const high = scrollHeight.call(el) - clientHeight.call(el);
    if (wide < 1 && high < 1) return false;
    const { overflowX, overflowY } = getComputedStyle(el);
    const can = (overflow) => overflow === "auto" || overflow === "scroll";
    return (high >= 1 && can(overflowY)) || (wide >= 1 && can(overflowX));
  };
  const isPage = (el) => el === documentElement.call(document) || el === scrollingElement.call(document);

  // The nearest element around that what is inside of moves with; null for the view.
  const scrollerOf = (el) => {
    for (let at = dom.up(el), far = 0; at && far < FAR; at = dom.up(at), far++) {
      if (isPage(at) || dom.tag(at) === "body") continue;
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX !== "visible" && overflowX !== "clip") return at;
      if (overflowY !== "visible" && overflowY !== "clip") return at;
    }
    return null;
  };

  // A page that does not scroll by itself may have a part that does instead, and takes most of the view.
  const mainPart = () => {
    const page = scrollingElement.call(document);
    if (!page) return null;
    if (scrollHeight.call(page) > innerHeight + 1 || scrollWidth.call(page) > innerWidth + 1) return null;
    let best = null;
    let most = innerWidth * innerHeight * 0.4;
    each((el) => {
      const area = clientWidth.call(el) * clientHeight.call(el);
      if (area < most || isPage(el) || !scrolls(el)) return;
      const { left, top, right, bottom } = dom.rect(el);
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return;
      best = el;
      most = area;
    });
    return best;
  };

  const innerBox = (el) => {
    const { left, top } = dom.rect(el);
    return [left + clientLeft.call(el), top + clientTop.call(el), clientWidth.call(el), clientHeight.call(el)];
  };

  // ---- What does not move when the page is scrolled.

  // Further out than this nobody looks: pages can be nested deeper than anything, with something fixed at each level.
  const FAR = 1000;
  const MOST_PINS = 500;
  const CONTAINS = /transform|perspective|filter|translate|rotate|scale|contain/;
  // Whether something around makes what is fixed move along with it.
  const isBound = (el) => {
    for (let at = dom.up(el), far = 0; at && far < FAR; at = dom.up(at), far++) {
      const style = getComputedStyle(at);
      if (
        style.transform !== "none" ||
        style.translate !== "none" ||
        style.rotate !== "none" ||
        style.scale !== "none" ||
        style.perspective !== "none" ||
        style.filter !== "none" ||
        style.backdropFilter !== "none" ||
        /paint|layout|strict|content/.test(style.contain) ||
        (style.willChange !== "auto" && CONTAINS.test(style.willChange))
      ) {
        return true;
      }
    }
    return false;
  };

  const FIRST = "first";
  const LAST = "last";
  const isTop = (el) => dom.matches(el, ":modal") || (dom.has(el, "popover") && dom.matches(el, ":popover-open"));

  const pin = (el, group, rect) => {
    const { x, y, width, height } = rect;
    held.pins.set(el, { group, rect: { x, y, width, height }, hidden: null });
  };

  // Finds what is fixed and what sticks, which can be more after each step.
  const look = () => {
    each((el) => {
      if (held.pins.has(el) || held.stuck.has(el) || held.pins.size + held.stuck.size >= MOST_PINS) return;
      const { position } = getComputedStyle(el);
      if (position === "sticky") {
        held.stuck.add(el);
        if (scrollerOf(el) !== held.scroller) return;
        hold(el, { position: "relative", top: "auto", right: "auto", bottom: "auto", left: "auto" });
      } else if (position === "fixed" && (isTop(el) || !isBound(el))) {
        // With a part of the page scrolled, what is fixed inside of it is so as well.
        const rect = dom.rect(el);
        const low = rect.height < innerHeight * 0.6 && rect.top + rect.height / 2 > innerHeight * 0.6;
        pin(el, low ? LAST : FIRST, rect);
      }
    });
  };

  // What stands below the part that is scrolled belongs below all of it.
  const lookBelow = () => {
    const bottom = dom.rect(held.scroller).bottom - 1;
    for (let at = held.scroller; at && !isPage(at); at = dom.up(at)) {
      const parent = dom.parent(at);
      if (!parent) break;
      const inside = dom.type(parent) === 1 ? children.call(parent) : childrenOfShadow.call(parent);
      for (const el of inside) {
        if (el === at) continue;
        const rect = dom.rect(el);
        if (rect.top >= bottom && rect.height > 0 && !dom.within(held.scroller, el)) held.below.set(el, rect);
      }
    }
  };

  // Which of it is seen: all, or those of a group.
  const show = (group) => {
    for (const [el, pinned] of held.pins) {
      const seen = group === "all" || group === pinned.group;
      if (!seen && !pinned.hidden) {
        pinned.hidden = [hold(el, { opacity: "0" }), isTop(el) ? hold(el, { opacity: "0" }, "::backdrop") : null];
      } else if (seen && pinned.hidden) {
        for (const animation of pinned.hidden) animation?.cancel();
        pinned.hidden = null;
      }
    }
  };

  // ---- Waiting for what is in view.

  const LONGEST = 1000;
  const within = (ms, promise) => {
    let timer;
    const late = new Promise((done) => (timer = setTimeout(done, ms)));
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  };
  const loaded = (image) =>
    new Promise((done) => {
      image.addEventListener("load", done, { once: true });
      image.addEventListener("error", done, { once: true });
    });
  // The images in view, until they can be drawn.
  const drawable = () => {
    const waits = [];
    for (const image of images.call(document)) {
      const { left, top, right, bottom, width } = dom.rect(image);
      if (width === 0 || right < 0 || bottom < 0 || left > innerWidth || top > innerHeight) continue;
      const ready = complete.call(image) ? Promise.resolve() : loaded(image);
      waits.push(ready.then(() => decode.call(image)).catch(() => {}));
    }
    if (fonts?.status === "loading") waits.push(fonts.ready);
    return within(LONGEST, Promise.all(waits));
  };
  surefoot.pictureReady = async (moved) => {
    await frame();
    if (moved) {
      const ends = (a) => a.playState === "running" && a.effect?.getComputedTiming().endTime !== Infinity;
      const all = getAnimations.call(document).filter(ends);
      await within(LONGEST, Promise.allSettled(all.map((a) => a.finished)));
    }
    await drawable();
    await frame();
    return answer({});
  };

  // ---- The steps of scrolling through.

  // Where lines run in the other direction, what does not fit is to the left. The page has that of its body.
  const directionOf = (el) =>
    getComputedStyle(el ?? body.call(document) ?? documentElement.call(document)).direction;
  const told = () => {
    const { scroller } = held;
    const [x, y] = place(scroller);
    const page = scroller ?? scrollingElement.call(document) ?? documentElement.call(document);
    const [width, height] = scroller ? [clientWidth.call(scroller), clientHeight.call(scroller)] : [innerWidth, innerHeight];
    const wide = Math.max(scrollWidth.call(page), width);
    const pins = [];
    for (const [el, { group, rect }] of held.pins) {
      if (rect.width > 0 && rect.height > 0) pins.push({ node: surefoot.serialOf(el), last: group === LAST, at: box(rect) });
    }
    const below = [];
    for (const [el, rect] of held.below) below.push({ node: surefoot.serialOf(el), last: true, at: box(rect) });
    return {
      x,
      y,
      width,
      height,
      wide,
      high: Math.max(scrollHeight.call(page), height),
      left: directionOf(scroller) === "rtl" ? width - wide : 0,
      pins,
      below,
    };
  };

  // Begins. `how`: "page" for the page or its main part; "element" for an element that scrolls; "bring" to bring one into
  // view. Whatever happens it ends after `most` ms.
  surefoot.pictureBegin = (token, serial, how, most) => {
    if (token && token !== surefoot.document) return answer({ stale: true });
    const el = serial ? surefoot.nodeOf(serial) : null;
    if (serial && !el) return answer({ stale: true });
    if (held) surefoot.pictureEnd();
    held = {
      scroller: null,
      scrolls: new Map(),
      animations: [],
      pins: new Map(),
      stuck: new Set(),
      below: new Map(),
      timer: setTimeout(() => surefoot.pictureEnd(), most),
    };
    if (how === "element") {
      if (!isPage(el) && scrolls(el)) held.scroller = el;
      else if (!isPage(el)) {
        surefoot.pictureEnd();
        return answer({ unscrolled: true });
      }
    } else if (how === "page") {
      held.scroller = mainPart();
    }
    remember(null);
    if (held.scroller) remember(held.scroller);
    const page = documentElement.call(document);
    if (page) hold(page, { scrollSnapType: "none" });
    if (held.scroller) {
      hold(held.scroller, { scrollSnapType: "none" });
      if (how === "page") lookBelow();
    }
    return answer({
      document: surefoot.document,
      opened: held.scroller ? surefoot.serialOf(held.scroller) : 0,
      box: held.scroller ? innerBox(held.scroller) : [0, 0, innerWidth, innerHeight],
      view: [innerWidth, innerHeight],
      density: devicePixelRatio,
      ...told(),
    });
  };

  // Goes to a place, and has seen there what belongs there.
  surefoot.pictureGo = async (x, y, group) => {
    if (!held) return answer({ stale: true });
    goTo(held.scroller, x, y);
    look();
    show(group);
    await frame();
    await frame();
    if (!held) return answer({ stale: true });
    // What the page has done about it.
    look();
    show(group);
    await drawable();
    if (!held) return answer({ stale: true });
    return answer(told());
  };

  // Brings an element into view, as far as its own document can; nothing fixed covers it.
  surefoot.pictureBring = async (serial) => {
    const el = serial ? surefoot.nodeOf(serial) : null;
    if (!held || !el) return answer({ stale: true });
    for (let at = dom.up(el); at; at = dom.up(at)) if (!isPage(at) && scrolls(at)) remember(at);
    Element.prototype.scrollIntoView.call(el, { block: "center", inline: "center", behavior: "instant" });
    await frame();
    look();
    // What it is in, and what is in it, stays.
    for (const at of [...held.pins.keys()]) if (dom.within(el, at) || dom.within(at, el)) held.pins.delete(at);
    show("none");
    await frame();
    await drawable();
    return answer({});
  };

  // Draws what belongs to the end of the page there, for a picture of all of it at once.
  surefoot.pictureLower = async () => {
    if (!held) return answer({ stale: true });
    look();
    const { high } = told();
    for (const [el, { group }] of held.pins) {
      if (group === LAST) hold(el, { translate: `0 ${high - innerHeight}px` });
    }
    await drawable();
    await frame();
    return answer(told());
  };

  // Undoes everything.
  surefoot.pictureEnd = () => {
    if (!held) return answer({});
    const { animations, scrolls: places, timer } = held;
    held = null;
    clearTimeout(timer);
    putBack(places);
    for (const animation of animations) animation.cancel();
    putBack(places);
    return answer({});
  };
  const putBack = (places) => {
    for (const [el, [x, y]] of places) {
      const [atX, atY] = place(el);
      if (atX !== x || atY !== y) goTo(el, x, y);
    }
  };
  // The same, once more after the page has snapped to where it last was, as it may.
  surefoot.pictureEnded = async () => {
    const places = held?.scrolls ?? new Map();
    surefoot.pictureEnd();
    await frame();
    putBack(places);
    return answer({});
  };

  // ---- What is at a point.

  const hitInShadow = ShadowRoot.prototype.elementFromPoint;
  const hitInDocument = Document.prototype.elementFromPoint;
  surefoot.pictureHit = (x, y) => {
    let el = hitInDocument.call(document, x, y);
    for (let shadow; el && (shadow = shadowOf(el)); ) {
      const inner = hitInShadow.call(shadow, x, y);
      if (!inner || inner === el || dom.root(inner) !== shadow) break;
      el = inner;
    }
    if (!el) return answer({});
    const { left, top } = dom.rect(el);
    return answer({ node: surefoot.serialOf(el), x: x - left, y: y - top });
  };
  // The point of the document in a frame that is at a point of ours.
  surefoot.pictureInside = (owner, x, y) => {
    const el = surefoot.nodeOf(owner);
    if (!el) return answer({ stale: true });
    const place = new DOMMatrix(surefoot.placeInside(el)).inverse();
    const inside = place.transformPoint(new DOMPoint(x, y));
    return answer({ x: inside.x, y: inside.y });
  };
  // Scrolls so that a point of the page is in the middle of the view, if it is not in it; answers where it is in the
  // view. `opened` is the part of the page it is counted in as if that were not scrolled.
  surefoot.pictureShow = async (x, y, opened) => {
    const part = opened ? surefoot.nodeOf(opened) : null;
    if (opened && !part) return answer({ stale: true });
    if (part) {
      const [left, top, width, height] = innerBox(part);
      const [from, to] = [y - scrollY - top, x - scrollX - left];
      const isInside = from >= 0 && to >= 0 && to < scrollWidth.call(part) && from < scrollHeight.call(part);
      if (isInside) {
        const [atX, atY] = place(part);
        const shown = from >= atY && from < atY + height && to >= atX && to < atX + width;
        if (!shown) goTo(part, Math.max(0, to - width / 2), Math.max(0, from - height / 2));
        await frame();
        const [nowX, nowY] = place(part);
        return answer({ x: left + to - nowX, y: top + from - nowY });
      }
    }
    const [inX, inY] = [x - scrollX, y - scrollY];
    const shown = inX >= 0 && inY >= 0 && inX < innerWidth && inY < innerHeight;
    if (!shown) {
      goTo(null, x - innerWidth / 2, y - innerHeight / 2);
      await frame();
    }
    return answer({ x: x - scrollX, y: y - scrollY });
  };
  surefoot.pictureScroll = async (x, y) => {
    if (Math.abs(scrollX - x) >= 1 || Math.abs(scrollY - y) >= 1) {
      goTo(null, x, y);
      await frame();
    }
    return answer({ x: scrollX, y: scrollY });
  };
}
