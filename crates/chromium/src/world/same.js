// Whether the document is still as it was when it was captured: what can change without that the browser counts it as
// new styles or a new layout, and without that it is a mutation, is compared. `isSame` has styles and layout brought up
// to date, so that the browser's counts, which are read right after it, tell of all that was changed before.
{
  const { scrollLeft, scrollTop, getBoundingClientRect, documentElement } = surefoot.dom;
  let captured = null;

  const view = () =>
    [surefoot.changes(), location.href, surefoot.focused(), scrollX, scrollY, innerWidth, innerHeight, devicePixelRatio].join(" ");

  // What a control holds, and its state as far as scripts can set it without a trace.
  const holds = (node) => {
    if (node instanceof HTMLOptionElement) return node.selected;
    const { value, checked, indeterminate } = node;
    return `${checked}${indeterminate}${node.validity?.valid} ${value}`;
  };

  // Called by the collector, with the elements that it found to be controls, and those that can be scrolled.
  surefoot.keepState = (controls, scrollers) => {
    captured = {
      view: view(),
      controls,
      held: controls.map(holds),
      scrollers,
      offsets: scrollers.flatMap((node) => [scrollLeft.call(node), scrollTop.call(node)]),
    };
  };

  // "same", if nothing is seen to have changed since the last capture.
  surefoot.isSame = () => {
    const root = documentElement.call(document);
    if (root) getBoundingClientRect.call(root);
    const same =
      captured !== null &&
      captured.view === view() &&
      captured.controls.every((node, at) => captured.held[at] === holds(node)) &&
      captured.scrollers.every(
        (node, at) => scrollLeft.call(node) === captured.offsets[2 * at] && scrollTop.call(node) === captured.offsets[2 * at + 1],
      );
    return same ? "same" : "changed";
  };
}
