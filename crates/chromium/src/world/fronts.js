// Fronts: what stands in front of the page, out of its flow, and would take clicks that are meant for what is behind it.
// A few places of the view are looked at, so that it costs the same for every page.
{
  const { body, documentElement } = surefoot.dom;
  const allAt = Document.prototype.elementsFromPoint;
  const oneIn = ShadowRoot.prototype.elementFromPoint;
  // Where in the view, by parts of it; the middle first, then around it, then along the edges.
  const PARTS = [0.2, 0.5, 0.8];
  const MIDDLE = 0;
  const INNER = 1;
  const EDGE = 2;
  const MARGIN = 24;
  // So many things at one place are looked at, and so many that are behind are told of.
  const MOST_AT_ONE_PLACE = 60;
  const MOST_BEHIND = 6;
  const MOST_AROUND = 1000;
  const MOST_SHADOWS = 20;

  const places = (width, height) => {
    const all = [[MIDDLE, width / 2, height / 2]];
    for (const x of PARTS) for (const y of PARTS) if (x !== 0.5 || y !== 0.5) all.push([INNER, width * x, height * y]);
    for (const x of PARTS) all.push([EDGE, width * x, height - MARGIN]);
    all.push([EDGE, width / 2, MARGIN]);
    return all;
  };

  // What is hit inside of the shadow trees of what is hit.
  const deepest = (hit, x, y) => {
    for (let steps = 0; steps < MOST_SHADOWS; steps++) {
      const root = surefoot.shadowOf(hit);
      const inner = root && oneIn.call(root, x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };

  // The elements around a node, itself included, that are placed by the view, from the outermost in.
  const layersAround = (node) => {
    const fixed = [];
    let floating = null;
    let at = node;
    for (let steps = 0; at instanceof Element && steps < MOST_AROUND; steps++, at = surefoot.flatParent(at)) {
      if (at === body.call(document) || at === documentElement.call(document)) break;
      const { position, zIndex } = getComputedStyle(at);
      if (position === "static") continue;
      floating = position === "absolute" && Number(zIndex) > 0 ? at : null;
      if (position === "fixed") fixed.unshift(at);
    }
    if (floating && !fixed.length) fixed.push(floating);
    return fixed;
  };

  const behind = (stack, layer) => {
    const found = [];
    for (const at of stack) {
      if (at === body.call(document) || at === documentElement.call(document)) continue;
      if (surefoot.isWithin(at, layer) || surefoot.isWithin(layer, at)) continue;
      if (found.push(at) === MOST_BEHIND) break;
    }
    return found;
  };

  // For each place where something is in front: which kind of place, the layer, and what is behind it there. What has
  // nothing behind it there is told of within the view: it may cover what is at other places.
  surefoot.fronts = (width, height) => {
    const fronts = [];
    const known = new Map();
    for (const [place, x, y] of places(width, height)) {
      const stack = allAt.call(document, x, y).slice(0, MOST_AT_ONE_PLACE);
      if (!stack.length) continue;
      const hit = deepest(stack[0], x, y);
      if (!known.has(hit)) known.set(hit, layersAround(hit));
      const layers = known.get(hit);
      const covering = layers.map((layer) => [layer, behind(stack, layer)]).find(([, found]) => found.length);
      if (covering) fronts.push([place, ...covering]);
      else if (layers.length && place !== EDGE) fronts.push([place, layers[0], []]);
    }
    return fronts;
  };
}
