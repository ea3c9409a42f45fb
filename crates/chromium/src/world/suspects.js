// Elements that may have a closed shadow root: no script can tell, but the browser can be asked about each. What is not
// noticed: one of an element with a common name that shows all of the element's own children in slots.
{
  const { matches } = surefoot.dom;
  // Elements, besides those with names of their own, that can have a shadow root.
  const HOSTS = new Set("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "));
  const MOST = 200;
  // Elements without anything in them are seldom hosts and often many.
  const MOST_EMPTY = 20;
  let emptyLeft = 60;
  // What each element was like when the browser was asked about it.
  const asked = new WeakMap();
  const likeness = (element, rect) => `${matches.call(element, ":defined")} ${Math.round(rect?.height ?? 0)}`;

  // For one capture.
  surefoot.Suspects = class {
    constructor() {
      this.found = [];
      this.empty = 0;
    }
    // An element with a name of its own and no shadow root that is known.
    named(element, rect) {
      this.#add(element, rect);
    }
    // Something in it is not shown anywhere.
    unslotted(element, rect) {
      if (this.found[this.found.length - 1]?.element !== element) this.#add(element, rect);
    }
    // An element without children that takes up room.
    hollow(element, tag, rect) {
      if (HOSTS.has(tag) && this.empty < MOST_EMPTY && emptyLeft > 0 && !asked.has(element)) {
        this.empty++;
        this.#add(element, rect);
      }
    }
    #add(element, rect) {
      if (this.found.length < MOST) {
        const like = likeness(element, rect);
        if (asked.get(element) !== like) this.found.push({ element, like });
      }
    }
    // Of the last capture; by their numbers they are asked about.
    keep() {
      surefoot.suspect = (number) => {
        const { element, like } = this.found[number];
        asked.set(element, like);
        return element;
      };
      emptyLeft -= this.empty;
      return this.found.length;
    }
  };
}
