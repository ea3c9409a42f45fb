// Identity: each node of this document gets a number once. Numbers are never given again while the document lives.
{
  const serials = new WeakMap();
  let last = 0;
  // What was captured last, and the number of each. Nodes that have left the document are held until the next capture,
  // no longer; a WeakRef for each node would cost more than the capture itself.
  let captured = [];
  let numbers = new Uint32Array(0);
  const { isConnected, ownerDocument } = surefoot.dom;
  surefoot.document = Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");
  surefoot.serialOf = (node) => {
    let serial = serials.get(node);
    if (serial === undefined) serials.set(node, (serial = ++last));
    return serial;
  };
  // The number of a node, or 0 if it belongs to another document.
  surefoot.ownSerial = (node) => (ownerDocument.call(node) === document ? surefoot.serialOf(node) : 0);
  // Called once a capture: nodes, and their numbers in the same order.
  surefoot.remember = (nodes, ofNodes) => {
    captured = nodes;
    numbers = Uint32Array.from(ofNodes);
  };
  // A node that was numbered but not captured last: it is looked for in the whole document.
  const search = (serial) => {
    const roots = [document];
    for (let root; (root = roots.pop()); ) {
      const walker = document.createTreeWalker(root);
      for (let node = root; node; node = walker.nextNode()) {
        if (serials.get(node) === serial) return node;
        const shadow = surefoot.shadowOf(node);
        if (shadow) roots.push(shadow);
      }
    }
    return null;
  };
  surefoot.nodeOf = (serial) => {
    if (!(serial > 0 && serial <= last)) return null;
    const at = numbers.indexOf(serial);
    const node = at < 0 ? search(serial) : captured[at];
    const here = node === document || (node && isConnected.call(node) && ownerDocument.call(node) === document);
    return here ? node : null;
  };
}
