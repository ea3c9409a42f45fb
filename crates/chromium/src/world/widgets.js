// Widgets: what has a state by a pattern of ARIA rather than by HTML, and scrolling.
{
  const { nodes: dom, tasks, fault } = surefoot;

  // ---- Checked or not.

  const CHECKABLE = new Set(["checkbox", "switch", "menuitemcheckbox", "radio", "menuitemradio", "option", "treeitem"]);
  const checkableOf = (el) => {
    if (el instanceof HTMLLabelElement) {
      const control = surefoot.controlOf(el);
      if (control) return checkableOf(control);
    }
    const type = dom.input(el);
    if (type === "checkbox" || type === "radio") return { el, kind: type, native: true };
    const role = dom.role(el);
    if (CHECKABLE.has(role)) {
      const state = ["aria-checked", "aria-selected", "aria-pressed"].find((name) => dom.has(el, name));
      if (state || role !== "option") {
        const kind = role === "radio" || role === "menuitemradio" ? "radio" : role;
        return { el, kind, state: state ?? "aria-checked" };
      }
    }
    if (dom.tag(el) === "button" && dom.has(el, "aria-pressed")) return { el, kind: "switch", state: "aria-pressed" };
    if (dom.matches(el, "button,a,select,textarea,input")) return null;
    // A part of a checkbox, or a box around one.
    const around = dom.closest(el, "[role=checkbox],[role=switch],[role=radio],label");
    if (around && around !== el && !(around instanceof HTMLLabelElement && !surefoot.controlOf(around))) return checkableOf(around);
    const inner = [...dom.all(dom.shadowOf(el) ?? el, "input")].filter((e) => ["checkbox", "radio"].includes(dom.input(e)));
    return inner.length === 1 ? { el: inner[0], kind: dom.input(inner[0]), native: true } : null;
  };
  const stateOf = (found) => {
    if (found.native) return found.el.indeterminate ? "mixed" : String(found.el.checked);
    return dom.attr(found.el, found.state)?.toLowerCase() ?? "false";
  };

  // What a checkable element is, and how it stands; `pressed` is what is to be pressed to change it.
  tasks.checkable = (el, options) =>
    surefoot.patiently(options, () => {
      const found = checkableOf(el);
      if (!found) {
        return fault("wrong_kind", "it is neither a checkbox, nor a switch, nor a radio button", { hint: "`click` it, or choose another element" });
      }
      const state = stateOf(found);
      if (found.kind === "radio" && !options.checked && state === "true") {
        return fault("wrong_kind", "it is a radio button, which cannot be unchecked", { hint: "check another button of its group instead" });
      }
      const by = options.force ? null : surefoot.disabled(found.el);
      if (by) return fault("disabled", "it is disabled", { wait: true, hint: "do first what enables it" });
      let pressed = found.el;
      if (found.native && !(surefoot.shown(found.el) && visibleSize(found.el))) {
        pressed = Array.from(found.el.labels ?? []).find((l) => surefoot.shown(l) && surefoot.boxesOf(l).length) ?? pressed;
      }
      return { state, serial: surefoot.serialOf(found.el), pressed: surefoot.serialOf(pressed) };
    });
  const visibleSize = (el) => {
    const box = dom.rect(el);
    return box.width >= 3 && box.height >= 3;
  };
  // How it stands once it is as wanted, or the page has come to rest.
  tasks.checked = (el, options) =>
    surefoot.patiently({ patience: options.patience }, () => {
      const found = checkableOf(el);
      const state = found ? stateOf(found) : "false";
      return state === String(options.checked) ? { state } : { state, fail: "not_editable", text: "", wait: true };
    });

  // ---- Lists made by scripts: a combobox that opens a listbox, a listbox, a menu.

  const OPTIONS = "[role=option],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],[role=treeitem]";
  const LISTS = "[role=listbox],[role=menu],[role=tree],[role=grid]";
  const optionsIn = (list) => {
    const owned = (dom.attr(list, "aria-owns") ?? "").split(/\s+/).filter(Boolean).map((id) => byId(list, id)).filter(Boolean);
    const all = [...dom.all(list, OPTIONS), ...owned.filter((o) => dom.matches(o, OPTIONS))];
    return all.filter((o) => surefoot.shown(o));
  };
  const byId = (el, id) => {
    const root = dom.root(el);
    return (root.getElementById ? root.getElementById(id) : null) ?? Document.prototype.getElementById.call(document, id);
  };
  const labelOf = (option) => dom.words(dom.attr(option, "aria-label") || option.innerText || dom.text(option));
  const valueOf = (option) => dom.attr(option, "data-value") ?? dom.attr(option, "value") ?? undefined;
  const openable = (el) =>
    dom.role(el) === "combobox" || dom.matches(el, "[aria-haspopup=listbox],[aria-haspopup=menu],[aria-haspopup=true],[aria-haspopup=tree]");

  // The element that carries the pattern: itself, or the only one in it.
  const widget = (el) => {
    if (dom.matches(el, LISTS) || openable(el)) return el;
    const inside = [...dom.all(dom.shadowOf(el) ?? el, `[role=combobox],[aria-haspopup=listbox],${LISTS}`)].filter((e) => surefoot.shown(e));
    if (inside.length) return inside.find((e) => dom.role(e) === "combobox") ?? inside[0];
    const around = dom.closest(el, "[role=combobox],[role=listbox]");
    return around ?? null;
  };
  surefoot.widgetOf = (el, options) => {
    const found = widget(el);
    if (!found) {
      return fault("wrong_kind", "it is not a list of options", { hint: "use `fill` for a field, `check` for a checkbox, `click` for anything else" });
    }
    const wrong = surefoot.faultOf(found, options);
    if (wrong) return wrong;
    const several = dom.attr(found, "aria-multiselectable") === "true";
    if (options.choices.length !== 1 && !several && !openable(found)) {
      return fault("invalid_argument", `it takes exactly one option, and ${options.choices.length} were given`, { hint: "name one option" });
    }
    return {
      mode: "widget",
      list: surefoot.serialOf(found),
      open: !openable(found) || listOf(found) !== null,
      editable: found instanceof HTMLInputElement && !found.readOnly,
    };
  };

  // The list that is open for a widget, if one is.
  const listOf = (el) => {
    if (dom.matches(el, LISTS)) return el;
    const ids = `${dom.attr(el, "aria-controls") ?? ""} ${dom.attr(el, "aria-owns") ?? ""}`.split(/\s+/).filter(Boolean);
    for (const id of ids) {
      const named = byId(el, id);
      if (!named || !surefoot.shown(named)) continue;
      const list = dom.matches(named, LISTS) ? named : dom.all(named, LISTS)[0];
      if (list && optionsIn(list).length) return list;
      if (optionsIn(named).length) return named;
    }
    const active = dom.attr(el, "aria-activedescendant");
    const option = active && byId(el, active);
    if (option && surefoot.shown(option)) return dom.closest(option, LISTS) ?? dom.parent(option);
    if (dom.attr(el, "aria-expanded") === "false") return null;
    // One that says nothing of its list: the list in it, else the last of the page that can be seen.
    const inside = [...dom.all(el, LISTS)].find((l) => surefoot.shown(l) && optionsIn(l).length);
    if (inside) return inside;
    if (ids.length && dom.attr(el, "aria-expanded") === null) return null;
    const lists = [...dom.all(document, LISTS)].filter((l) => !dom.contains(l, el) && surefoot.shown(l) && optionsIn(l).length);
    return lists.length ? lists[lists.length - 1] : null;
  };

  const chosen = (option) => {
    for (const name of ["aria-selected", "aria-checked"]) if (dom.attr(option, name) === "true") return true;
    return false;
  };

  // Waits until the list is open and has the option. Answers the option, and the labels of those that are chosen and
  // not among `keep`; or that the list is closed.
  tasks.option = async (el, options) => {
    const { choice } = options;
    const look = () => {
      const list = listOf(el);
      if (!list) return fault("not_found", "", { wait: true, closed: true });
      const all = optionsIn(list);
      const option = surefoot.pickFrom(all, choice, valueOf, labelOf);
      if (!option) return { ...surefoot.noOption(choice, all.map(labelOf)), wait: true };
      const by = options.force || chosen(option) ? null : surefoot.disabled(option);
      if (by && by !== list && dom.within(by, list)) {
        const enabled = all.filter((o) => !surefoot.disabled(o)).map(labelOf);
        return surefoot.disabledOption(labelOf(option), enabled);
      }
      const several = dom.attr(list, "aria-multiselectable") === "true";
      const keep = new Set(options.keep);
      const others = several ? all.filter((o) => o !== option && chosen(o)).map(labelOf) : [];
      return {
        option: surefoot.serialOf(option),
        label: labelOf(option),
        chosen: chosen(option),
        several,
        others: others.filter((label) => !keep.has(label)),
      };
    };
    let result = await surefoot.patiently(options, look);
    // What a click opens may be drawn a moment later.
    if (result.closed && options.opened && options.patience > 0) {
      await surefoot.change(200);
      result = await surefoot.patiently(options, look);
    }
    return result.closed ? { closed: true } : result;
  };

  // What the widget shows now: whether it tells that the option is chosen.
  tasks.picked = (el, options) =>
    surefoot.patiently({ patience: options.patience }, () => {
      const option = surefoot.nodeOf(options.option);
      const text = dom.words(surefoot.valueOf(el) ?? (dom.matches(el, LISTS) ? "" : el.innerText));
      const told = (option && chosen(option)) || (text !== "" && text.includes(options.label));
      const away = !option || !surefoot.shown(option);
      const value = text || options.label;
      // A menu closes, and tells nothing.
      const silent = away && !dom.matches(el, LISTS) && dom.role(el) !== "combobox";
      return told || silent ? { told: true } : fault("not_editable", "", { wait: true });
    });

  // ---- Scrolling.

  const scrolls = (el) => {
    if (el === document.scrollingElement) return true;
    const { overflowX, overflowY } = getComputedStyle(el);
    const can = (how) => how === "auto" || how === "scroll" || how === "hidden";
    return (can(overflowY) && el.scrollHeight > el.clientHeight) || (can(overflowX) && el.scrollWidth > el.clientWidth);
  };
  const scrollerOf = (el) => {
    for (let at = el; at; at = dom.up(at)) if (at !== document.documentElement && dom.tag(at) !== "body" && scrolls(at)) return at;
    return document.scrollingElement ?? document.documentElement;
  };
  // Where nothing is named: the page, or where that does not scroll, what fills the middle of it and does.
  const pageScroller = () => {
    const page = document.scrollingElement ?? document.documentElement;
    if (page.scrollHeight > page.clientHeight + 1) return page;
    const middle = dom.at(document, innerWidth / 2, innerHeight / 2);
    return middle ? scrollerOf(middle) : page;
  };
  const where = (s) => ({
    x: s.scrollLeft,
    y: s.scrollTop,
    right: Math.max(0, s.scrollWidth - s.clientWidth - Math.abs(s.scrollLeft)),
    below: Math.max(0, s.scrollHeight - s.clientHeight - Math.abs(s.scrollTop)),
  });
  tasks.scroll = (el, options) => {
    const scroller = el ? scrollerOf(el) : pageScroller();
    const before = where(scroller);
    const to = (how) => Element.prototype.scrollTo.call(scroller, { ...how, behavior: "instant" });
    if (options.to === "start") to({ left: 0, top: 0 });
    else if (options.to === "end") to({ left: scroller.scrollLeft, top: scroller.scrollHeight });
    else {
      // A view less a strip, so that what was at the edge is still seen.
      const x = options.x * (options.views ? scroller.clientWidth * 0.9 : 1);
      const y = options.y * (options.views ? scroller.clientHeight * 0.9 : 1);
      to({ left: scroller.scrollLeft + x, top: scroller.scrollTop + y });
    }
    const after = where(scroller);
    return { ...after, moved: before.x !== after.x || before.y !== after.y };
  };
  tasks.scrollTo = (el, options) =>
    surefoot.patiently(options, () => {
      if (!options.force && !surefoot.shown(el)) return surefoot.faultOf(el, { ...options, enabled: false }) ?? {};
      const scroller = scrollerOf(dom.up(el));
      const before = dom.rect(el);
      surefoot.scrolledTo(el, "center");
      const after = dom.rect(el);
      return { ...where(scroller), moved: before.top !== after.top || before.left !== after.left };
    });
}
