// What the pages of the cases log, where everybody who acts can see it.
function log(text) { document.getElementById("log").textContent += text + "\n"; }
function listen(id, ...types) {
  const el = typeof id === "string" ? document.getElementById(id) : id;
  for (const type of types) el.addEventListener(type, (e) => {
    const extra = e.key !== undefined ? " " + e.key : e.inputType ? " " + e.inputType + (e.data === null ? "" : " " + JSON.stringify(e.data)) : e.button ? " button " + e.button : "";
    log(`${type} ${e.target.id || e.target.localName}${extra}${e.isTrusted ? "" : " untrusted"}`);
  });
}
