// Form controls: what they hold and what state they are in, and which elements can take the focus.
{
  const { getAttribute, matches, textContent } = surefoot.dom;
  const words = (text) => new Set(text.split(" "));
  // The facts of the page model that are told here, by their bits there.
  const FOCUSABLE = 1 << 6;
  const CHECKED = 1 << 14;
  const INDETERMINATE = 1 << 15;
  const SELECTED = 1 << 16;
  const DISABLED = 1 << 17;
  const INVALID = 1 << 18;
  const USER_INVALID = 1 << 21;

  const CONTROLS = words("input button select textarea option optgroup fieldset output object");
  const FOCUSABLE_TAGS = words("a area input button select textarea iframe audio video summary");
  // Attributes that matter to more than who reads them.
  const HAS_HREF = 1;
  const HAS_CONTROLS = 2;
  const HAS_TABINDEX = 4;
  const HAS_EDITING = 8;
  const HAS_POPOVER = 16;
  const HAS_ROLE = 32;
  surefoot.noticed = new Map([
    ["href", HAS_HREF],
    ["xlink:href", HAS_HREF],
    ["controls", HAS_CONTROLS],
    ["tabindex", HAS_TABINDEX],
    ["contenteditable", HAS_EDITING],
    ["popover", HAS_POPOVER],
    ["role", HAS_ROLE],
  ]);

  const valueOf = (element, tag) => {
    switch (tag) {
      case "input": {
        if (element.type === "file") return Array.from(element.files, (file) => file.name).join(", ");
        const written = getAttribute.call(element, "value");
        const value = element.value;
        if (element.type === "checkbox" || element.type === "radio") return null;
        return value === (written ?? "") ? null : value;
      }
      case "textarea":
        return element.value === textContent.call(element) ? null : element.value;
      default:
        return null;
    }
  };

  const stateOf = (element, tag) => {
    let facts = 0;
    if (matches.call(element, ":disabled")) facts |= DISABLED;
    switch (tag) {
      case "input":
        if (element.checked) facts |= CHECKED;
        if (element.indeterminate) facts |= INDETERMINATE;
      // falls through
      case "select":
      case "textarea":
      case "fieldset":
      case "output":
      case "button":
        if (tag !== "fieldset" && matches.call(element, ":invalid")) {
          facts |= INVALID;
          if (matches.call(element, ":user-invalid")) facts |= USER_INVALID;
        }
        break;
      case "option":
        if (element.selected) facts |= SELECTED;
        break;
    }
    return facts;
  };


  const focusableByKind = (node, tag, facts, attributes) => {
    switch (tag) {
      case "a":
      case "area":
        return attributes & HAS_HREF;
      case "audio":
      case "video":
        return attributes & HAS_CONTROLS;
      case "input":
      case "button":
      case "select":
      case "textarea":
        return !(facts & DISABLED) && !(tag === "input" && node.type === "hidden");
      case "iframe":
        return true;
      default:
        return node.tabIndex >= 0;
    }
  };

  // The facts of an HTML element that are a control's, and whether it can be focused, which depends on those of its
  // attributes that are noticed.
  surefoot.controlFacts = (node, tag, noticed) => {
    let facts = CONTROLS.has(tag) || tag.includes("-") ? stateOf(node, tag) : 0;
    if (
      (FOCUSABLE_TAGS.has(tag) && focusableByKind(node, tag, facts, noticed)) ||
      (noticed & HAS_TABINDEX && !(facts & DISABLED)) ||
      (noticed & HAS_EDITING && node.isContentEditable)
    ) {
      facts |= FOCUSABLE;
    }
    return facts;
  };
  surefoot.isControl = (tag) => CONTROLS.has(tag);
  // What a control holds, where that is not what its markup says; else null.
  surefoot.liveValue = (node, tag) => (CONTROLS.has(tag) ? valueOf(node, tag) : null);
}
