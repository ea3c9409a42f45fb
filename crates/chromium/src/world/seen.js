// What was seen: whether an element is still what the last capture showed. A node can stay and become something else, as
// a row of a list that is used again for another item. So mutations since the last capture are kept, and an element
// counts as another one if its name, its role, or what tells it from others of its kind may have changed. That is no
// proof: it makes who acts look again.
{
  const { nodes: dom, isWithin } = surefoot;
  // More than this between two looks is not sifted.
  const MOST = 1000;
  let recent = [];
  let isLost = false;

  const words = (text) => new Set(text.split(" "));
  // Attributes that say what an element is, and those that name it or its surroundings.
  const ITS_OWN = words("role type href value placeholder id for aria-labelledby aria-roledescription");
  const NAMING = words("aria-label alt title label");
  const SURROUNDINGS =
    "tr,li,article,form,dialog,fieldset,details,option,[role=row],[role=listitem],[role=article],[role=form],[role=dialog]," +
    "[role=alertdialog],[role=group],[role=option],[role=treeitem],[role=menuitem]";
  // So far out something is looked for that says more than the element itself.
  const FAR = 6;

  surefoot.noteRecent = (records) => {
    if (isLost) return;
    for (const record of records) {
      const { type, attributeName } = record;
      if (type !== "attributes" || ITS_OWN.has(attributeName) || NAMING.has(attributeName)) recent.push(record);
    }
    if (recent.length > MOST) {
      isLost = true;
      recent = [];
    }
  };
  // What there is now is known, or meant to be: called when it is captured, and when an action has changed it.
  surefoot.forgetRecent = () => {
    recent = [];
    isLost = false;
  };

  // The row, list item, form … around an element; where there is none of them, what says more than the element itself.
  const surroundings = (el) => {
    for (let at = el; at; ) {
      const found = dom.closest(at, SURROUNDINGS);
      if (found && found !== el) return found;
      const outer = found ? dom.up(found) : dom.root(at).host;
      at = outer ?? null;
    }
    const length = dom.text(el).length;
    let at = el;
    for (let steps = 0; steps < FAR; steps++) {
      const outer = dom.up(at);
      if (!outer || outer === document.body) break;
      at = outer;
      if (dom.text(at).trim().length > length) break;
    }
    return at;
  };
  const says = (nodes) => {
    for (const node of nodes) if (dom.text(node)?.trim() || (dom.type(node) === 1 && dom.has(node, "aria-label"))) return true;
    return false;
  };
  const has = (nodes, el) => {
    for (const node of nodes) if (isWithin(el, node)) return true;
    return false;
  };
  const named = (el) => {
    const ids = (dom.attr(el, "aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
    const labels = el instanceof HTMLElement ? Array.from(el.labels ?? []) : [];
    return labels.concat(ids.map((id) => document.getElementById(id)).filter(Boolean));
  };

  // Whether an element may not be what it was any more.
  surefoot.isOther = (el) => {
    surefoot.changes();
    if (isLost) return true;
    if (!recent.length) return false;
    const around = surroundings(el);
    const namers = named(el);
    const matters = ({ type, target, attributeName, addedNodes, removedNodes }) => {
      const isInside = isWithin(target, el) || namers.some((namer) => isWithin(target, namer));
      if (type === "attributes") return isInside || (NAMING.has(attributeName) && isWithin(target, around));
      if (type === "characterData") return isInside || isWithin(target, around);
      if (isInside) return says(addedNodes) || says(removedNodes);
      return (isWithin(target, around) && says(removedNodes)) || has(addedNodes, el);
    };
    return recent.some(matters);
  };
}
