// The floor: a plain walk over the page that reads the facts of a snapshot (tags, attributes, text, state, box, style,
// what a click would hit) and answers them as one string. It keeps no identities, looks into no shadow roots, compresses
// nothing, and knows nothing of frames.
(() => {
  const rows = [];
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === 3) {
      rows.push(node.data);
      continue;
    }
    const attributes = [];
    for (const { name, value } of node.attributes) attributes.push(name, value);
    const style = getComputedStyle(node);
    const box = node.getBoundingClientRect();
    const interactive = node.matches("a[href],button,input,select,textarea,[tabindex],[onclick]") || style.cursor === "pointer";
    let hit = null;
    if (interactive && box.width && box.top < innerHeight && box.bottom > 0)
      hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) === node;
    rows.push([
      node.localName, attributes, style.display, style.visibility, style.opacity, style.pointerEvents, style.cursor, style.overflowX, style.overflowY,
      Math.round(box.x), Math.round(box.y), Math.round(box.width), Math.round(box.height), hit, node.value, node.checked, node.disabled,
    ]);
  }
  return JSON.stringify(rows);
})()
