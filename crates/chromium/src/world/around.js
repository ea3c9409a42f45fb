// Around the page: markup, attributes, computed styles, storage. Each answers JSON: {text}, {absent: true},
// {stale: true} if the document or the node is gone, {refused: why}.
{
  const getter = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name).get;
  // Through the getters: the members of a form, and the document's, can be shadowed by names in the page.
  const nodeType = getter(Node, "nodeType");
  const nodeValue = getter(Node, "nodeValue");
  const firstChild = getter(Node, "firstChild");
  const nextSibling = getter(Node, "nextSibling");
  const parentNode = getter(Node, "parentNode");
  const localName = getter(Element, "localName");
  const qualifiedName = getter(Element, "tagName");
  const namespace = getter(Element, "namespaceURI");
  const attributes = getter(Element, "attributes");
  const root = getter(Document, "documentElement");
  const title = getter(Document, "title");
  const { hasAttribute, getAttribute } = Element.prototype;

  const HTML = "http://www.w3.org/1999/xhtml";
  const MASK = "••••••••";
  const VOID = new Set(
    "area base br col embed hr img input link meta param source track wbr".split(" "),
  );
  const RAW = new Set("style script xmp iframe noembed noframes plaintext".split(" "));
  const SIGNS = { "&": "&amp;", "\u00a0": "&nbsp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  const inText = (text) => text.replace(/[&\u00a0<>]/g, (sign) => SIGNS[sign]);
  const inAttribute = (text) => text.replace(/[&\u00a0<>"]/g, (sign) => SIGNS[sign]);

  const answer = (value) => JSON.stringify(value);
  const STALE = answer({ stale: true });
  const known = (token, serial) => (token === surefoot.document ? surefoot.nodeOf(serial) : null);

  const isHtml = (element) => namespace.call(element) === HTML;
  const name = (element) => (isHtml(element) ? localName : qualifiedName).call(element);

  const open = (element) => {
    const tag = name(element);
    const secret =
      tag === "input" && (getAttribute.call(element, "type") ?? "").toLowerCase() === "password";
    let out = "<" + tag;
    for (const attribute of attributes.call(element)) {
      const hidden = secret && attribute.name === "value" && attribute.value !== "";
      out += ` ${attribute.name}="${inAttribute(hidden ? MASK : attribute.value)}"`;
    }
    return out + ">";
  };
  const isVoid = (element) => isHtml(element) && VOID.has(localName.call(element));
  const isRaw = (node) => node && nodeType.call(node) === 1 && isHtml(node) && RAW.has(localName.call(node));
  // What is inside of a template is its children here: they are what its markup holds.
  const first = (node) =>
    node instanceof HTMLTemplateElement ? firstChild.call(node.content) : firstChild.call(node);

  // The markup inside a node, without recursion: pages can be deeper than any stack. Shadow roots and comments are not
  // part of it, and passwords are masked.
  const inner = (top) => {
    const out = [];
    const above = [top];
    for (let node = first(top); above.length; ) {
      if (!node) {
        const ended = above.pop();
        if (!above.length) break;
        if (!isVoid(ended)) out.push(`</${name(ended)}>`);
        node = nextSibling.call(ended);
        continue;
      }
      switch (nodeType.call(node)) {
        case 1:
          out.push(open(node));
          above.push(node);
          node = first(node);
          continue;
        case 3:
        case 4: {
          const text = nodeValue.call(node);
          out.push(isRaw(parentNode.call(node)) ? text : inText(text));
        }
      }
      node = nextSibling.call(node);
    }
    return out.join("");
  };

  // The markup inside a node, or of the whole document.
  surefoot.title = () => answer({ text: title.call(document) });

  surefoot.html = (token, serial) => {
    if (serial === null) return answer({ text: inner(document) });
    const node = known(token, serial);
    return node ? answer({ text: inner(node) }) : STALE;
  };

  surefoot.attribute = (token, serial, wanted) => {
    const node = known(token, serial);
    if (!node) return STALE;
    if (nodeType.call(node) !== 1 || !hasAttribute.call(node, wanted)) return answer({ absent: true });
    const type = name(node) === "input" ? (getAttribute.call(node, "type") ?? "") : "";
    const value = getAttribute.call(node, wanted);
    const hidden = type.toLowerCase() === "password" && wanted.toLowerCase() === "value" && value !== "";
    return answer({ text: hidden ? MASK : value });
  };

  const TELLING = (
    "display visibility opacity position width height margin padding border box-sizing overflow z-index color " +
    "background-color background-image font-family font-size font-weight line-height text-align text-decoration " +
    "text-transform white-space cursor pointer-events transform transition animation flex grid gap box-shadow"
  ).split(" ");

  surefoot.styles = (token, serial, names) => {
    const node = known(token, serial);
    if (!node) return STALE;
    if (nodeType.call(node) !== 1) return answer({ absent: true });
    const styles = getComputedStyle(node);
    const lines = [];
    for (const name of names.length ? names : TELLING) {
      const value = styles.getPropertyValue(name).trim();
      if (value !== "") lines.push(`${name}: ${value}`);
    }
    return lines.length ? answer({ text: lines.join("\n") }) : answer({ absent: true });
  };

  // Reads or changes a storage: what is "get", "set" or "remove".
  surefoot.storage = (which, what, key, value) => {
    let storage;
    try {
      storage = globalThis[which];
    } catch (error) {
      return answer({ refused: "denied" });
    }
    if (!storage) return answer({ refused: "denied" });
    switch (what) {
      case "get": {
        const keys = key === null ? Array.from({ length: storage.length }, (_, at) => storage.key(at)) : [key];
        const entries = keys.map((key) => [key, storage.getItem(key)]);
        return answer({ entries: entries.filter(([key, value]) => key !== null && value !== null) });
      }
      case "set":
        try {
          storage.setItem(key, value);
        } catch (error) {
          return answer({ refused: error.name === "QuotaExceededError" ? "full" : "denied" });
        }
        break;
      case "remove":
        if (key === null) storage.clear();
        else storage.removeItem(key);
    }
    return answer({ entries: [] });
  };
}
