// Identity: each node of this document gets a number once. Numbers are never given again while the document lives.
{
  const serials = new WeakMap();
  const nodes = new Map();
  let last = 0;
  surefoot.document = Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");
  surefoot.serialOf = (node) => {
    let serial = serials.get(node);
    if (serial === undefined) {
      serials.set(node, (serial = ++last));
      nodes.set(serial, new WeakRef(node));
    }
    return serial;
  };
  surefoot.nodeOf = (serial) => {
    const node = nodes.get(serial)?.deref();
    return node?.isConnected && node.ownerDocument === document ? node : null;
  };
}
