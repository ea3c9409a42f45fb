// The clipboard: what the page copies, and the browser's own clipboard just before something is pasted.
{
  const { nodes: dom, tasks } = surefoot;
  const selected = () => {
    const active = dom.active();
    if (active instanceof HTMLTextAreaElement || (active instanceof HTMLInputElement && active.selectionStart !== null)) {
      return dom.input(active) === "password" ? "" : active.value.slice(active.selectionStart, active.selectionEnd);
    }
    return String(getSelection() ?? "");
  };
  let copied = null;
  const seen = (event) => {
    // A page that puts something of its own there has said so by now: this is the end of the event's way.
    copied = event.defaultPrevented ? event.clipboardData.getData("text/plain") : copied;
  };
  const before = () => {
    copied = selected();
  };
  tasks.listenForCopy = () => {
    copied = null;
    for (const type of ["copy", "cut"]) {
      addEventListener(type, before, { capture: true, once: true });
      addEventListener(type, seen, { once: true });
    }
    return {};
  };
  tasks.copied = () => {
    for (const type of ["copy", "cut"]) {
      removeEventListener(type, before, { capture: true });
      removeEventListener(type, seen);
    }
    return { text: copied };
  };
  // The browser's clipboard is filled by its own command; the page learns nothing of that: these listeners were there
  // before any of it.
  let writing = null;
  const write = (event) => {
    if (writing === null) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (event.type === "copy") event.clipboardData.setData("text/plain", writing);
  };
  const listen = () => {
    for (const type of ["beforecopy", "copy"]) addEventListener(type, write, { capture: true });
  };
  listen();
  tasks.writeClipboard = (_, text) => {
    listen();
    writing = text;
    const ok = Document.prototype.execCommand.call(document, "copy");
    writing = null;
    return { ok };
  };
}
