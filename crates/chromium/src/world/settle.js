// Settling: noticing that the document changes, and that it has come to rest. Nothing is noticed before somebody has
// asked, and not for long after anybody has: watching costs the page.
{
  const KEPT = 300000;
  const REST = 100;
  // How many bytes of each file are read.
  const READ = 1 << 20;
  let observed = new WeakSet();
  // The shadow roots of the last capture.
  let shadows = [];
  let observer = null;
  let watched = null;
  let expiry = 0;
  // How often something changed, and when it last did: but for styles, by which scripts only move things; and all.
  let changes = 0;
  let changedAt = -Infinity;
  let movedAt = -Infinity;
  let waiting = [];

  const wake = () => {
    const all = waiting;
    waiting = [];
    for (const one of all) one();
  };
  const noteChange = () => {
    changes++;
    changedAt = movedAt = performance.now();
    wake();
  };
  // A page mostly reads the files that it is given, and shows what it has read.
  let given = [];
  const filesOf = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "files").get;
  const noteInput = (event) => {
    noteChange();
    const target = event.composedPath()[0];
    if (event.type === "change" && target instanceof HTMLInputElement) given = [...(filesOf.call(target) ?? [])];
  };
  // Whoever reads the same after the page has begun to is done after the page is.
  const readGiven = async () => {
    const files = given;
    given = [];
    for (const file of files) await file.slice(0, READ).arrayBuffer().catch(() => undefined);
  };
  const noteRecords = (records) => {
    movedAt = performance.now();
    surefoot.noteRecent(records);
    surefoot.wakeActions();
    if (records.some((r) => r.type !== "attributes" || r.attributeName !== "style")) noteChange();
  };
  const stop = () => {
    observer?.disconnect();
    observer = null;
    watched = null;
    removeEventListener("input", noteInput, true);
    removeEventListener("change", noteInput, true);
    wake();
  };
  const observe = (root) => {
    if (observed.has(root)) return;
    observed.add(root);
    observer.observe(root, { childList: true, characterData: true, attributes: true, subtree: true });
  };
  // Starts to watch, or goes on; whether it was watching before.
  const watch = () => {
    clearTimeout(expiry);
    expiry = setTimeout(stop, KEPT);
    const before = observer !== null && watched === document;
    if (!before) {
      observer?.disconnect();
      // What happened while nobody watched is not known.
      changes++;
      movedAt = performance.now();
      observer = new MutationObserver(noteRecords);
      watched = document;
      observed = new WeakSet();
      observe(document);
      addEventListener("input", noteInput, { capture: true, passive: true });
      addEventListener("change", noteInput, { capture: true, passive: true });
    }
    for (const root of shadows) observe(root);
    return before;
  };
  // How many changes there were, those included that nobody was told of yet.
  surefoot.changes = () => {
    watch();
    const records = observer.takeRecords();
    if (records.length) noteRecords(records);
    return changes;
  };
  // When something moved last, as far as is known.
  surefoot.movedAt = () => {
    surefoot.changes();
    return movedAt;
  };
  surefoot.watchRoots = (roots) => {
    shadows = roots;
    watch();
  };
  const next = (ms) =>
    new Promise((done) => {
      const timer = setTimeout(done, ms);
      waiting.push(() => {
        clearTimeout(timer);
        done();
      });
    });
  const frame = () =>
    new Promise((done) => {
      const timer = setTimeout(done, 34);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        // After the frame: what its callbacks have done is done.
        setTimeout(done);
      });
    });
  const turn = () =>
    globalThis.scheduler?.postTask
      ? scheduler.postTask(() => undefined, { priority: "background" })
      : new Promise((done) => setTimeout(done));
  const isMoving = () =>
    document.getAnimations().some((animation) => {
      const end = animation.effect?.getComputedTiming().endTime;
      return animation.playState === "running" && Number.isFinite(end);
    });

  // Resolves when the document has come to rest, or after so many milliseconds. `since` is the number of changes before
  // the action, or -1 if that is not known.
  surefoot.settled = async (since, ms) => {
    const until = performance.now() + ms;
    watch();
    let before = since;
    await turn();
    if (given.length) {
      await Promise.race([readGiven(), new Promise((done) => setTimeout(done, ms))]);
      await turn();
    }
    // A change may be the first of several, the others with the next frame.
    while (changes !== before && performance.now() < until) {
      before = changes;
      await frame();
      await turn();
    }
    return String(changes);
  };
  // Resolves when something has changed since there were so many changes; at once if nobody was watching.
  surefoot.changed = async (since, ms) => {
    const until = performance.now() + ms;
    if (!watch()) return String(changes);
    while (changes === since && observer) {
      const left = until - performance.now();
      if (left <= 0) break;
      await next(left);
    }
    return String(changes);
  };
  // Resolves to whether nothing moves, or has changed just now.
  surefoot.quiet = async () => {
    const document0 = document;
    if (!watch()) await new Promise((done) => setTimeout(done, REST));
    const rested = Math.min(performance.now() - movedAt, Infinity) >= REST;
    return rested && document0.readyState !== "loading" && !isMoving() ? "quiet" : "moving";
  };
}
