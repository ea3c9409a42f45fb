// Whole tasks through the official TypeScript SDK: log in, search, read a table, download.
//
//     node tasks.mjs SUREFOOT FIXTURES ENGINE MODE
//
// SUREFOOT is the program, FIXTURES the URL of the fixture server, ENGINE native or chromium, MODE a version of the protocol:
// `legacy` greets first, `2026-07-28` does not. Says what went wrong and exits with 1, or prints `ok`.

import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [surefoot, site, engine, mode] = process.argv.slice(2);

// What a text has to have in it.
const has = (text, pattern) => {
  const found = pattern.exec(text);
  if (!found) throw new Error(`${pattern} is not in\n${text}`);
  return found;
};

const negotiation = mode === "legacy" ? "legacy" : { pin: mode };
const client = new Client({ name: "tasks", version: "1" }, { versionNegotiation: { mode: negotiation } });

// The text that a tool answers.
const told = async (name, args = {}) => {
  const result = await client.callTool({ name, arguments: args });
  const text = result.content.filter((part) => part.type === "text").map((part) => part.text).join("\n");
  if (result.isError) throw new Error(`${name} ${JSON.stringify(args)} failed: ${text}`);
  return text;
};

const logIn = async () => {
  const page = await told("browse_navigate", { url: `${site}/login` });
  const user = Number(has(page, /(\d+): textbox "User name"/)[1]);
  await told("browse_fill", { ref: user, text: "ada" });
  await told("browse_fill", { ref: "Password", text: "correct horse" });
  has(await told("browse_click", { ref: "Log in" }), /\/dashboard/);
};

const readTable = async () => {
  has(await told("browse_read"), /\|.*Charles.*\|.*The engine needs more brass.*\|/);
};

const search = async () => {
  await told("browse_navigate", { url: `${site}/shop` });
  const fields = [{ ref: "Search products", value: "lamp" }];
  has(await told("browse_form", { fields, submit: true }), /q=lamp/);
  has(await told("browse_snapshot"), /\d+ products/);
};

const download = async () => {
  const path = has(await told("browse_navigate", { url: `${site}/download` }), /download: (.*\.csv)/)[1];
  if (!readFileSync(path, "utf8")) throw new Error(`${path} is empty`);
};

// What cannot be done is told as an error that says what to do.
const refused = async () => {
  const result = await client.callTool({ name: "browse_click", arguments: { ref: 99999 } });
  if (!result.isError || !result.content[0].text.includes("hint")) {
    throw new Error(`no error for a ref that was never shown: ${JSON.stringify(result)}`);
  }
};

try {
  const args = ["--engine", engine, "mcp", "--tools", "all"];
  await client.connect(new StdioClientTransport({ command: surefoot, args }));
  const { tools } = await client.listTools();
  if (tools.length < 25) throw new Error(`only ${tools.length} tools`);
  for (const task of [logIn, readTable, search, download, refused]) await task();
  await client.close();
  console.log("ok");
} catch (error) {
  console.error(error?.message ?? error);
  process.exitCode = 1;
  await client.close();
}
