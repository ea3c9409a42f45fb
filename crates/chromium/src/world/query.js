// Finding elements by selectors, in the document and in the shadow trees that are known.
{
  const byCss = {
    document: Document.prototype.querySelectorAll,
    shadow: ShadowRoot.prototype.querySelectorAll,
  };

  // The shadow roots of this document, those in shadow trees too. The last capture has numbered them all; what has come
  // since is found by walking.
  const shadowRoots = () => {
    const found = [];
    const trees = [document];
    for (let tree; (tree = trees.pop()); ) {
      const walker = document.createTreeWalker(tree, NodeFilter.SHOW_ELEMENT);
      while (walker.nextNode()) {
        const root = surefoot.shadowOf(walker.currentNode);
        if (root) {
          found.push(root);
          trees.push(root);
        }
      }
    }
    return found;
  };

  const css = (selector, roots) => {
    const found = Array.from(byCss.document.call(document, selector));
    for (const root of roots) found.push(...byCss.shadow.call(root, selector));
    return found;
  };

  const xpath = (expression) => {
    const result = document.evaluate(expression, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    const found = [];
    for (let at = 0; at < result.snapshotLength; at++) {
      const node = result.snapshotItem(at);
      if (node.nodeType === 1) found.push(node);
    }
    return found;
  };

  // Sorts what was found in several trees into the order of the document, a shadow tree before its host's children.
  const inOrder = (nodes) => {
    const wanted = new Set(nodes);
    const sorted = [];
    const levels = [document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT)];
    for (let walker; sorted.length < wanted.size && (walker = levels[levels.length - 1]); ) {
      const node = walker.nextNode();
      if (!node) {
        levels.pop();
        continue;
      }
      if (wanted.has(node)) sorted.push(node);
      const shadow = surefoot.shadowOf(node);
      if (shadow) levels.push(document.createTreeWalker(shadow, NodeFilter.SHOW_ELEMENT));
    }
    return sorted;
  };

  // Answers a line for each query: the serials of what matches, or `!` with what is wrong with it. The first line is the
  // token of the document.
  surefoot.query = (queries) => {
    let roots = null;
    const lines = [surefoot.document];
    for (const [kind, text] of queries) {
      try {
        let found;
        if (kind === "css") {
          roots ??= shadowRoots();
          found = css(text, roots);
          if (roots.length && found.length > 1) found = inOrder(found);
        } else {
          found = xpath(text);
        }
        lines.push(found.map(surefoot.serialOf).join(" "));
      } catch (error) {
        lines.push(`!${String(error.message).replaceAll("\n", " ")}`);
      }
    }
    return lines.join("\n");
  };
}
