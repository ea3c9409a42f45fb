// Text that style sheets put before and after the content of elements, as far as there can be any. To ask for the style
// of every element's pseudo-elements would cost as much as the whole rest of a capture, so the rules of the style sheets
// say which elements are to be asked.
{
  const { styleSheets } = surefoot.dom;
  const shadowSheets = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, "styleSheets").get;
  const documentQuery = Document.prototype.querySelectorAll;
  const shadowQuery = ShadowRoot.prototype.querySelectorAll;
  const WHICH = ["before", "after"];
  // Glyphs of icon fonts are no text.
  const PRIVATE = /[\ue000-\uf8ff\u{f0000}-\u{10fffd}]/gu;
  // Bounds on what is read of all style sheets in one capture, and on the elements that are asked.
  const MOST_RULES = 30000;
  const MOST_ELEMENTS = 3000;

  // The text of a computed value of `content`: its strings and counters, or its alternative text. `count` gives the text
  // of a counter by its function and what stands in its brackets.
  const textOf = (content, count = () => "") => {
    if (content === "none" || content === "normal" || content === '""' || content === "") return "";
    let text = "";
    let isAlternative = false;
    for (const [token, string, call, inside] of content.matchAll(TOKENS)) {
      if (token === "/") {
        isAlternative = true;
        text = "";
      }
      if (string !== undefined) text += unescaped(string);
      else if (call === "counter" || call === "counters") text += count(call, inside);
    }
    text = text.replace(PRIVATE, "");
    // What stands for something else stands apart, as in browsers.
    return isAlternative && text ? ` ${text} ` : text;
  };
  const STRING = '"((?:[^"\\\\]|\\\\.)*)"';
  const TOKENS = new RegExp(`${STRING}|/(?!\\*)|([a-z-]+)\\(((?:"(?:[^"\\\\]|\\\\.)*"|[^)])*)\\)`, "gis");
  const unescaped = (string) => string.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, unescapedOne);
  const unescapedOne = (_, code, char) => {
    const point = code === undefined ? 0 : parseInt(code, 16);
    return code === undefined ? char : point > 0x10ffff || point === 0 ? "\ufffd" : String.fromCodePoint(point);
  };

  // Whether a declared value of `content` may come to any text.
  const mayHaveText = (content) =>
    content !== "" && (/\b(?:var|attr|inherit|counters?)\b/.test(content) || textOf(content).trim() !== "");

  // What is known of each style sheet: how many of its rules were read, and the selectors of those that make text.
  const known = new WeakMap();

  // Notes what a rule makes. `scope` is the selector of the rule that it is nested in.
  const readRule = (rule, scope, about, work) => {
    work.left--;
    let selector = scope;
    if (rule instanceof CSSStyleRule) {
      selector = rule.selectorText;
      if (scope) selector = selector.includes("&") ? selector.replaceAll("&", `:is(${scope})`) : `:is(${scope}) ${selector}`;
      if (/:(?:before|after)\b/.test(selector) && mayHaveText(rule.style.content)) {
        for (const which of WHICH) {
          if (selector.includes(`:${which}`)) {
            about[which].push(
              selector.replace(/(^|[\s>+~,(])::?(?:before|after)\b/g, "$1*").replace(/::?(?:before|after)\b/g, ""),
            );
          }
        }
      }
    } else if (rule instanceof CSSImportRule) {
      if (rule.styleSheet) work.sheets.push(rule.styleSheet);
      return;
    }
    const inner = rule.cssRules;
    if (inner?.length) work.lists.push({ rules: inner, from: 0, scope: selector });
  };

  const readSheet = (sheet, work) => {
    let rules;
    try {
      rules = sheet.disabled ? [] : sheet.cssRules;
    } catch {
      // Of another origin.
      work.closed = true;
      return null;
    }
    let about = known.get(sheet);
    if (!about || about.read > rules.length) known.set(sheet, (about = { read: 0, before: [], after: [] }));
    work.lists.push({ rules, from: about.read, scope: "" });
    about.read = rules.length;
    for (let list; (list = work.lists.pop()); ) {
      for (let at = list.from; at < list.rules.length && work.left > 0; at++) readRule(list.rules[at], list.scope, about, work);
    }
    return about;
  };

  // The elements of one tree that may have text before or after their content. Answers null if that cannot be told,
  // because there are style sheets that cannot be read.
  const candidates = (tree, work, found) => {
    work.sheets = [...(tree === document ? styleSheets : shadowSheets).call(tree), ...tree.adoptedStyleSheets];
    const query = tree === document ? documentQuery : shadowQuery;
    for (let sheet; (sheet = work.sheets.pop()); ) {
      const about = readSheet(sheet, work);
      for (const which of about ? WHICH : []) {
        if (about[which].length) {
          for (const element of select(tree, query, about[which])) {
            if (found[which].size < MOST_ELEMENTS) found[which].add(element);
          }
        }
      }
    }
  };

  const select = (tree, query, selectors) => {
    try {
      return query.call(tree, selectors.join(","));
    } catch {
      const found = [];
      for (const selector of selectors) {
        try {
          found.push(...query.call(tree, selector));
        } catch {
          // `:host::before` and the like match nothing here.
        }
      }
      return found;
    }
  };

  // For one capture: `noteTree` is called for each tree, `of` for elements in it then.
  surefoot.Generated = class {
    constructor() {
      this.found = { before: new Set(), after: new Set() };
      this.work = { left: MOST_RULES, lists: [], sheets: [], closed: false };
    }
    noteTree(tree) {
      candidates(tree, this.work, this.found);
    }
    // The texts before and after the content of an element; null if there are none. `matters`: whether to ask even if
    // no style sheet that can be read says that there is any.
    of(element, matters) {
      const { found, work } = this;
      const asks = work.closed && matters;
      if (!asks && !found.before.has(element) && !found.after.has(element)) return null;
      const texts = WHICH.map((which) => (asks || found[which].has(element) ? this.text(element, which) : ""));
      return texts[0] || texts[1] ? texts : null;
    }
    text(element, which) {
      const style = getComputedStyle(element, `::${which}`);
      const { content } = style;
      const text = content.includes("counter")
        ? textOf(content, this.counter(element, which))
        : textOf(content);
      // What has a box of its own stands apart.
      return text && style.display !== "inline" ? ` ${text} ` : text;
    }
    counter(element, which) {
      this.counters ??= surefoot.countersOf(this.found);
      return surefoot.counted(this.counters.get(element)?.[which]);
    }
  };
  surefoot.unescaped = unescaped;
}
