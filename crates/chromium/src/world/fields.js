// Fields: making ready what text goes into, and setting what no text goes into.
{
  const { nodes: dom, tasks, fault } = surefoot;
  const TEXT = new Set(["text", "search", "url", "tel", "email", "password", "number"]);
  // Kinds that the browser shows a picker for. Their value is set, and the page is told as the browser would tell it.
  const PICKED = {
    date: "2026-11-22",
    time: "14:30",
    month: "2026-11",
    week: "2026-W47",
    "datetime-local": "2026-11-22T14:30",
    color: "#3366cc",
    range: "a number",
  };
  const OTHER = {
    checkbox: "use `check` or `uncheck`",
    radio: "use `check`",
    file: "use `upload`",
    button: "use `click`",
    submit: "use `click`",
    reset: "use `click`",
    image: "use `click`",
    hidden: "a hidden field takes no input",
  };
  const isField = (el) => {
    if (el instanceof HTMLTextAreaElement) return true;
    const type = dom.input(el);
    return type ? TEXT.has(type) || type in PICKED : Boolean(el.isContentEditable || el.editContext);
  };
  const hostOf = (el) => {
    let host = el;
    for (let at = el; at && at.isContentEditable; at = dom.up(at)) host = at;
    return host;
  };
  // The field that an element is or stands for: itself, what it labels, the only one in it; null: none.
  const fieldOf = (el) => {
    if (el instanceof HTMLLabelElement) {
      const control = surefoot.controlOf(el);
      if (control) return fieldOf(control);
    }
    if (el.isContentEditable && !(el instanceof HTMLInputElement)) return hostOf(el);
    if (isField(el)) return el;
    if (dom.matches(el, "input,select,button,a[href]")) return null;
    const scope = dom.shadowOf(el) ?? el;
    const inner = [...dom.all(scope, "input,textarea,[contenteditable]")].filter((e) => isField(e) && hostOf(e) === e && surefoot.shown(e));
    return inner.length === 1 ? inner[0] : null;
  };
  surefoot.fieldOf = fieldOf;

  const noField = (el, what) => {
    const hint = dom.tag(el) === "select" ? "use `select`" : (OTHER[dom.input(el)] ?? (dom.matches(el, "button,a") ? "use `click`" : "choose a field"));
    return fault("wrong_kind", `it cannot be ${what}`, { hint });
  };
  const lockedFault = (field, options) => {
    const wrong = surefoot.faultOf(field, options);
    // Editors hide the field that they read keys from.
    if (wrong && !(wrong.fail === "not_visible" && isProxy(field))) return wrong;
    if (!options.force && (field.readOnly || dom.attr(field, "aria-readonly") === "true")) {
      return fault("not_editable", "it is read-only", { wait: true, hint: "do first what makes it editable, or choose another field" });
    }
    return null;
  };
  // A field of an editor that draws its content elsewhere: keys reach it, its value is not the content, and not told.
  const isProxy = (field) => {
    if (field.editContext) return true;
    if (!(field instanceof HTMLTextAreaElement)) return false;
    const box = dom.rect(field);
    return box.width < 8 || box.height < 8 || getComputedStyle(field).opacity === "0" || dom.has(field, "aria-roledescription");
  };
  const takeFocus = (field) => {
    if (dom.active() === field) return null;
    if (surefoot.boxesOf(field).length) {
      const box = dom.rect(field);
      if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) surefoot.scrolledTo(field, "center");
    }
    dom.focus(field);
    const active = dom.active();
    if (active && (dom.within(active, field) || dom.within(field, active))) return null;
    return fault("not_editable", "it does not take the focus", { wait: true, hint: "click it, and look what the page does" });
  };

  // Sets a value as the browser's own picker would, past what the page has put over the property.
  const set = (field, value) => {
    HTMLInputElement.prototype.__lookupSetter__("value").call(field, value);
    field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const pick = (field, text) => {
    const type = dom.input(field);
    const trial = document.createElement("input");
    trial.type = type;
    trial.value = text;
    const fits =
      type === "color" ? CSS.supports("color", text) : type === "range" ? text.trim() !== "" && Number.isFinite(Number(text)) : text === "" || trial.value !== "";
    if (!fits) {
      return fault("invalid_argument", `a field of the type ${type} does not take that value`, { hint: `write it like ${PICKED[type]}` });
    }
    set(field, text);
    return { mode: "done", field: surefoot.serialOf(field) };
  };

  // Makes the field ready so that the next text replaces what it holds.
  tasks.fill = (el, options) =>
    surefoot.patiently(options, () => {
      const field = fieldOf(el);
      if (!field) return noField(el, "filled");
      const wrong = lockedFault(field, options) ?? (tasks.begin(field), takeFocus(field));
      if (wrong) return wrong;
      if (dom.input(field) in PICKED) return pick(field, options.text);
      const serial = surefoot.serialOf(field);
      if (field.isContentEditable || isProxy(field)) {
        const empty = field.isContentEditable && surefoot.editedText(field) === "";
        return { mode: "editor", field: serial, empty, pastes: !field.isContentEditable };
      }
      field.select();
      return { mode: "field", field: serial, empty: field.value === "" && field.validity?.badInput !== true, area: field instanceof HTMLTextAreaElement };
    });

  // Gives a text to an editor that draws its content elsewhere, as by pasting: it takes it as a whole, and as it is, while
  // it takes what is typed one character after the other, with brackets closed and lines indented. {taken}: whether the
  // editor has taken it.
  tasks.paste = (field, options) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", options.text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true });
    let passed = false;
    // What nobody has cared for comes to the end of its way.
    const end = (e) => void (passed ||= e === event && !e.defaultPrevented);
    addEventListener("paste", end);
    EventTarget.prototype.dispatchEvent.call(field, event);
    removeEventListener("paste", end);
    return { taken: !passed };
  };

  // Makes an element ready so that the next keys go to the end of what it holds.
  tasks.type = (el, options) =>
    surefoot.patiently(options, () => {
      const field = fieldOf(el) ?? el;
      if (dom.input(field) in OTHER) return noField(field, "typed into");
      const wrong = isField(field) ? lockedFault(field, options) : surefoot.faultOf(field, options);
      if (wrong) return wrong;
      tasks.begin(field);
      const unfocused = takeFocus(field);
      if (unfocused) return isField(field) ? unfocused : fault("wrong_kind", "it takes no keys: it cannot have the focus", { hint: "choose a field" });
      const serial = surefoot.serialOf(field);
      if (field.isContentEditable || isProxy(field)) return { mode: "editor", field: serial };
      if (!isField(field) || dom.input(field) in PICKED) return { mode: "keys", field: serial };
      try {
        field.setSelectionRange(field.value.length, field.value.length);
        return { mode: "field", field: serial };
      } catch {
        // Kinds without a selection that scripts may set.
        return { mode: "end", field: serial };
      }
    });

  tasks.focus = (el, options) =>
    surefoot.patiently(options, () => {
      const wrong = surefoot.faultOf(el, options);
      if (wrong) return wrong;
      const target = el instanceof HTMLLabelElement ? (surefoot.controlOf(el) ?? el) : el;
      if (surefoot.boxesOf(target).length) {
        const box = dom.rect(target);
        if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) surefoot.scrolledTo(target, "center");
      }
      tasks.begin(target);
      dom.focus(target);
      const active = dom.active();
      if (active && (active === target || dom.within(active, target))) {
        return {};
      }
      return fault("wrong_kind", "it cannot have the focus", { hint: "choose a control, or `click` it" });
    });

  surefoot.isProxy = isProxy;

  const LISTED = 20;
  const labelOf = (option) => dom.words(option.label || dom.text(option));
  const pickFrom = (options, choice, value, label) => {
    if (typeof choice === "number") return options[choice];
    const wanted = dom.words(choice);
    const exact = options.find((o) => value(o) === choice) ?? options.find((o) => label(o) === wanted);
    if (exact) return exact;
    const close = options.filter((o) => label(o).toLowerCase() === wanted.toLowerCase());
    return close.length === 1 ? close[0] : undefined;
  };
  surefoot.pickFrom = pickFrom;
  surefoot.noOption = (choice, labels) =>
    fault("not_found", typeof choice === "number" ? `it has no option number ${choice}, counted from 0` : "it has no such option", {
      options: labels.slice(0, LISTED),
      more: Math.max(0, labels.length - LISTED),
      choice: String(choice),
    });
  surefoot.disabledOption = (choice, labels) =>
    fault("disabled", "the option is disabled", { wait: true, options: labels.slice(0, LISTED), more: Math.max(0, labels.length - LISTED), choice });

  // Selects exactly these options of a native list.
  tasks.select = (el, options) =>
    surefoot.patiently(options, () => {
      let list = el instanceof HTMLLabelElement ? surefoot.controlOf(el) : el;
      if (list && dom.tag(list) === "option") list = dom.closest(list, "select");
      if (!(list instanceof HTMLSelectElement)) return surefoot.widgetOf(list ?? el, options);
      const shownBy = surefoot.shown(list) ? null : surefoot.faultOf(list, { ...options, enabled: false });
      const wrong = shownBy ?? surefoot.faultOf(list, options);
      if (wrong) return wrong;
      if (options.choices.length !== 1 && !list.multiple) {
        return fault("invalid_argument", `it takes exactly one option, and ${options.choices.length} were given`, { hint: "name one option" });
      }
      const all = Array.from(HTMLSelectElement.prototype.__lookupGetter__("options").call(list));
      const chosen = new Set();
      for (const choice of options.choices) {
        const option = pickFrom(all, choice, (o) => o.value, labelOf);
        if (!option) return { ...surefoot.noOption(choice, all.filter((o) => !dom.matches(o, ":disabled")).map(labelOf)), wait: true };
        if (dom.matches(option, ":disabled") && !options.force) {
          return surefoot.disabledOption(labelOf(option), all.filter((o) => !dom.matches(o, ":disabled")).map(labelOf));
        }
        chosen.add(option);
      }
      tasks.begin(list);
      dom.focus(list);
      const same = all.every((o) => o.selected === chosen.has(o));
      if (!same) {
        const put = HTMLOptionElement.prototype.__lookupSetter__("selected");
        if (list.multiple) for (const option of all) put.call(option, chosen.has(option));
        else for (const option of chosen) put.call(option, true);
        list.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
        list.dispatchEvent(new Event("change", { bubbles: true }));
      }
      return { mode: "done", list: surefoot.serialOf(list), wanted: Array.from(chosen, labelOf) };
    });

  // The file input that an element is or stands for.
  tasks.files = (el) => {
    const isFile = (e) => dom.input(e) === "file";
    let input = el && isFile(el) ? el : null;
    if (!input && el instanceof HTMLLabelElement) input = [surefoot.controlOf(el)].find((c) => c && isFile(c)) ?? null;
    for (let at = el, level = 0; !input && at && level < 4; at = dom.up(at), level++) {
      const inside = [...dom.all(dom.shadowOf(at) ?? at, "input")].filter(isFile);
      if (inside.length === 1) input = inside[0];
      if (inside.length > 1) break;
    }
    if (!input) return fault("wrong_kind", "it is not a file input, and there is none beside it", { hint: "choose the field of type file, or click what opens the file chooser" });
    if (dom.matches(input, ":disabled")) return fault("disabled", "it is disabled", { hint: "do first what enables it" });
    tasks.begin(input);
    return { input: surefoot.serialOf(input), multiple: input.multiple, accept: dom.attr(input, "accept") ?? "", directory: Boolean(input.webkitdirectory) };
  };

  // Submits the form of an element, as its default button would.
  tasks.submit = (el, options) => {
    const form = el instanceof HTMLFormElement ? el : (el.form ?? dom.closest(el, "form"));
    if (!(form instanceof HTMLFormElement)) return fault("wrong_kind", "it is neither a form nor in one", { hint: "choose a form or one of its controls" });
    const controls = Array.from(HTMLFormElement.prototype.__lookupGetter__("elements").call(form));
    const isSubmitter = (c) => (c instanceof HTMLButtonElement && c.type === "submit") || dom.input(c) === "submit" || dom.input(c) === "image";
    const submitter = isSubmitter(el) ? el : controls.find(isSubmitter);
    if (submitter && dom.matches(submitter, ":disabled") && !options.force) {
      return fault("disabled", "the button that submits the form is disabled", { wait: true, hint: "fill what it needs first", culprit: surefoot.serialOf(submitter) });
    }
    tasks.begin(form);
    HTMLFormElement.prototype.requestSubmit.call(form, submitter && !dom.matches(submitter, ":disabled") ? submitter : null);
    return {};
  };
}
