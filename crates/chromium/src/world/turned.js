// Turned: where in a document's view the document lies that a frame element shows, whatever transforms are on the way.
{
  const { getBoundingClientRect, clientLeft, clientTop } = surefoot.dom;
  const width = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "offsetWidth").get;
  const height = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "offsetHeight").get;
  // What is nested deeper than this is taken for unturned.
  const DEEPEST = 1000;
  const AXES = { x: "rotateX", y: "rotateY", z: "rotateZ" };

  // The functions that the properties `rotate` and `scale` stand for.
  const rotation = (value) => {
    const parts = value.split(" ");
    if (parts.length === 1) return `rotate(${value})`;
    if (parts.length === 2) return `${AXES[parts[0]] ?? "rotate"}(${parts[1]})`;
    return `rotate3d(${parts.join(",")})`;
  };
  const scaling = (value) => {
    const [x, y = x, z = "1"] = value.split(" ");
    return `scale3d(${x},${y},${z})`;
  };
  // What the transforms of one element do but for where they move it; null: nothing; undefined: not to be told.
  const own = (style) => {
    if (style.perspective !== "none" || style.offsetPath !== "none") return undefined;
    const list = [];
    if (style.rotate !== "none") list.push(rotation(style.rotate));
    if (style.scale !== "none") list.push(scaling(style.scale));
    if (style.transform !== "none") list.push(style.transform);
    if (!list.length) return null;
    const matrix = new DOMMatrix(list.join(" "));
    matrix.m41 = matrix.m42 = matrix.m43 = 0;
    return matrix.m14 || matrix.m24 || matrix.m34 ? undefined : matrix;
  };
  const flatten = (m) => {
    m.m13 = m.m23 = m.m31 = m.m32 = 0;
    m.m33 = 1;
  };
  // What all transforms from an element outwards do to it, but for where they move it.
  const turned = (element) => {
    let all = null;
    let steps = 0;
    for (let at = element; at instanceof Element; at = surefoot.flatParent(at)) {
      if (++steps > DEEPEST) return undefined;
      const style = getComputedStyle(at);
      const here = own(style);
      if (here === undefined) return undefined;
      if (here) all = all ? here.multiply(all) : here;
      const parent = all && surefoot.flatParent(at);
      if (parent instanceof Element && getComputedStyle(parent).transformStyle !== "preserve-3d") flatten(all);
    }
    if (all) flatten(all);
    return all;
  };

  // [a, b, c, d, e, f]: the point (x, y) of the view of the document inside lies at (ax + cy + e, bx + dy + f) in ours.
  // Where an element's box is moved to shows in its rectangle, whose middle stays the middle of what was turned.
  surefoot.placeInside = (owner) => {
    const box = getBoundingClientRect.call(owner);
    const style = getComputedStyle(owner);
    const px = (name) => parseFloat(style[name]) || 0;
    const left = clientLeft.call(owner) + px("paddingLeft");
    const top = clientTop.call(owner) + px("paddingTop");
    const wide = width.call(owner);
    const high = height.call(owner);
    const all = turned(owner);
    if (all) {
      const { m11: a, m12: b, m21: c, m22: d } = all;
      const fits = (is, x, y) => Math.abs(is - Math.abs(x) * wide - Math.abs(y) * high) <= 1 + is / 50;
      if (fits(box.width, a, c) && fits(box.height, b, d)) {
        const [x, y] = [left - wide / 2, top - high / 2];
        const [middle, centre] = [box.left + box.width / 2, box.top + box.height / 2];
        return [a, b, c, d, middle + a * x + c * y, centre + b * x + d * y];
      }
    }
    // Not turned; or zoomed, or seen in perspective, where its size is the best guess.
    const close = (is, was) => !was || Math.abs(is - was) <= 1;
    const a = close(box.width, wide) ? 1 : box.width / wide;
    const d = close(box.height, high) ? 1 : box.height / high;
    return [a, 0, 0, d, box.left + left * a, box.top + top * d];
  };
}
