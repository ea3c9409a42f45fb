// Members of nodes, taken from the prototypes that have them: a form's controls hide members of the form that have the
// same names, and elements with names hide those of the document.
{
  const getters = (prototype, names) =>
    Object.fromEntries(names.split(" ").map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name).get]));
  surefoot.dom = {
    ...getters(Node.prototype, "nodeType firstChild nextSibling parentNode isConnected ownerDocument textContent baseURI"),
    ...getters(CharacterData.prototype, "data"),
    ...getters(Element.prototype, "localName namespaceURI shadowRoot assignedSlot"),
    ...getters(Element.prototype, "scrollLeft scrollTop scrollWidth scrollHeight clientWidth clientHeight clientLeft clientTop"),
    ...getters(Document.prototype, "documentURI compatMode designMode activeElement body documentElement styleSheets"),
    ...getters(Document.prototype, "fullscreenElement scrollingElement"),
    contains: Node.prototype.contains,
    getRootNode: Node.prototype.getRootNode,
    getAttributeNames: Element.prototype.getAttributeNames,
    getAttribute: Element.prototype.getAttribute,
    hasAttribute: Element.prototype.hasAttribute,
    matches: Element.prototype.matches,
    closest: Element.prototype.closest,
    checkVisibility: Element.prototype.checkVisibility,
    getBoundingClientRect: Element.prototype.getBoundingClientRect,
  };
  const { nodeType, shadowRoot, parentNode, assignedSlot, contains } = surefoot.dom;

  const closed = new WeakMap();
  // A closed shadow root that was found by other means.
  surefoot.adopt = (host, root) => void closed.set(host, root);
  // The shadow root of a node, a closed one too if it was adopted.
  surefoot.shadowOf = (node) => (nodeType.call(node) === 1 ? (shadowRoot.call(node) ?? closed.get(node) ?? null) : null);
  // The parent in the flat tree, as far as it is in this document.
  surefoot.flatParent = (node) => {
    const slot = nodeType.call(node) === 1 ? assignedSlot.call(node) : node.assignedSlot;
    const parent = slot ?? parentNode.call(node);
    return parent instanceof ShadowRoot ? parent.host : parent;
  };
  // Whether a node is `outer`, or below it in the flat tree. What is nested deeper than anybody nests costs no more.
  surefoot.isWithin = (node, outer) => {
    if (contains.call(outer, node)) return true;
    for (let steps = 0; node && steps < 1000; steps++, node = surefoot.flatParent(node)) if (node === outer) return true;
    return false;
  };
}
