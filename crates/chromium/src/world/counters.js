// Counters of style sheets (CSS Lists 3): no script can read them, so those that text is made of are counted here.
{
  const { firstChild, nextSibling, nodeType, localName, getAttribute } = surefoot.dom;
  // More elements than these are not counted.
  const MOST_COUNTED = 20000;
  const LISTS = new Set(["ol", "ul", "menu", "dir"]);

  // The pairs of a name and a number in a computed value such as `a 1 b -2`.
  const pairs = (value, otherwise) => {
    if (!value || value === "none") return [];
    const found = [];
    for (const [, name, number] of value.matchAll(/(?:reversed\()?(-?[a-z_\u0080-\uffff][\w\u0080-\uffff-]*)\)?(?:\s+(-?\d+))?/gi)) {
      found.push([name, number === undefined ? otherwise : Number(number)]);
    }
    return found;
  };

  // All counters that there are at one place: by name those that are nested, the innermost last. Each is known by the
  // parent of the element that made it, below which it goes on.
  class Counters {
    constructor() {
      this.stacks = new Map();
      // For each open element the names of the counters that end with it.
      this.ends = [[]];
    }
    stack(name) {
      let stack = this.stacks.get(name);
      if (!stack) this.stacks.set(name, (stack = []));
      return stack;
    }
    reset(name, value) {
      const stack = this.stack(name);
      const depth = this.ends.length;
      // A sibling's is replaced.
      if (stack.at(-1)?.depth === depth) {
        stack.at(-1).value = value;
        return;
      }
      stack.push({ depth, value });
      this.ends.at(-1).push(name);
    }
    change(name, change) {
      const stack = this.stack(name);
      if (!stack.length) this.reset(name, 0);
      stack.at(-1).value = change(stack.at(-1).value);
    }
    apply(style, element) {
      for (const [name, value] of pairs(style.counterReset, 0)) this.reset(name, value);
      if (element) this.list(style, element);
      for (const [name, by] of pairs(style.counterIncrement, 1)) this.change(name, (value) => value + by);
      for (const [name, to] of pairs(style.counterSet, 0)) this.change(name, () => to);
    }
    // What the browser itself does to the counter of list items.
    list(style, element) {
      if (LISTS.has(localName.call(element))) {
        const start = parseInt(getAttribute.call(element, "start") ?? "1", 10);
        this.reset("list-item", (Number.isNaN(start) ? 1 : start) - 1);
      }
      if (style.display === "list-item" && !/\blist-item\b/.test(style.counterIncrement)) {
        const written = parseInt(getAttribute.call(element, "value") ?? "", 10);
        this.change("list-item", (value) => (Number.isNaN(written) ? value + 1 : written));
      }
    }
    open() {
      this.ends.push([]);
    }
    close() {
      for (const name of this.ends.pop()) this.stacks.get(name).pop();
    }
    // What texts can be made of here: the numbers of each counter, the outermost first.
    now() {
      const now = new Map();
      for (const [name, stack] of this.stacks) if (stack.length) now.set(name, stack.map((one) => one.value));
      return now;
    }
  }

  // The counters at the texts before and after the content of elements. `found`: the elements that have such texts.
  surefoot.countersOf = (found) => {
    const all = new Map();
    const counters = new Counters();
    let left = MOST_COUNTED;
    const around = (element, which) => {
      if (!found[which].has(element)) return;
      const style = getComputedStyle(element, `::${which}`);
      if (style.content === "none" || style.content === "normal") return;
      counters.apply(style, null);
      if (!style.content.includes("counter")) return;
      const texts = all.get(element) ?? {};
      texts[which] = counters.now();
      all.set(element, texts);
    };
    const levels = [{ element: null, next: firstChild.call(document) }];
    for (let level; (level = levels.at(-1)); ) {
      const node = left > 0 ? level.next : null;
      if (!node) {
        levels.pop();
        if (level.element) {
          around(level.element, "after");
          counters.close();
        }
        continue;
      }
      level.next = nextSibling.call(node);
      if (nodeType.call(node) !== 1) continue;
      left--;
      const style = getComputedStyle(node);
      if (style.display === "none") continue;
      counters.apply(style, node);
      counters.open();
      around(node, "before");
      levels.push({ element: node, next: firstChild.call(surefoot.shadowOf(node) ?? node) });
    }
    return all;
  };

  const letters = (number, alphabet) => {
    let text = "";
    for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / alphabet.length)) {
      text = alphabet[(rest - 1) % alphabet.length] + text;
    }
    return text;
  };
  const ROMAN = [[1000, "m"], [900, "cm"], [500, "d"], [400, "cd"], [100, "c"], [90, "xc"], [50, "l"], [40, "xl"], [10, "x"], [9, "ix"], [5, "v"], [4, "iv"], [1, "i"]];
  const roman = (number) => {
    let text = "";
    let rest = number;
    for (const [value, sign] of ROMAN) {
      for (; rest >= value; rest -= value) text += sign;
    }
    return text;
  };
  const LATIN = "abcdefghijklmnopqrstuvwxyz";
  const GREEK = "αβγδεζηθικλμνξοπρστυφχψω";
  const positive = (most, write) => (number) => (number > 0 && number <= most ? write(number) : String(number));
  const STYLES = new Map([
    ["none", () => ""],
    ["disc", () => "•"],
    ["circle", () => "◦"],
    ["square", () => "▪"],
    ["decimal-leading-zero", (number) => (Math.abs(number) < 10 ? `${number < 0 ? "-" : ""}0${Math.abs(number)}` : String(number))],
    ["lower-alpha", positive(1e9, (number) => letters(number, LATIN))],
    ["lower-latin", positive(1e9, (number) => letters(number, LATIN))],
    ["upper-alpha", positive(1e9, (number) => letters(number, LATIN).toUpperCase())],
    ["upper-latin", positive(1e9, (number) => letters(number, LATIN).toUpperCase())],
    ["lower-greek", positive(1e9, (number) => letters(number, GREEK))],
    ["lower-roman", positive(3999, roman)],
    ["upper-roman", positive(3999, (number) => roman(number).toUpperCase())],
  ]);

  // Gives the text of `counter(…)` and `counters(…)` where the counters are these.
  surefoot.counted = (now) => (call, inside) => {
    const [, name, separator, style] = /^\s*([^\s,]+)\s*(?:,\s*"((?:[^"\\]|\\.)*)"\s*)?(?:,\s*([\w-]+)\s*)?$/.exec(inside) ?? [];
    const values = now?.get(name) ?? [0];
    const write = STYLES.get(style) ?? String;
    if (call === "counter") return write(values.at(-1));
    return values.map(write).join(surefoot.unescaped(separator ?? ""));
  };
}
