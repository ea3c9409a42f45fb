"""Whole tasks through the official Python SDK: log in, search, read a table, download.

    python tasks.py SUREFOOT FIXTURES ENGINE MODE

SUREFOOT is the program, FIXTURES the URL of the fixture server, ENGINE native or chromium, MODE a version of the protocol:
`legacy` greets first, `2026-07-28` does not. Says what went wrong and exits with 1, or prints `ok`.
"""

import asyncio
import re
import sys

from mcp import Client, StdioServerParameters


class Wrong(Exception):
    """An answer that is not what the task needs."""


async def told(client, tool, **arguments):
    """The text that a tool answers."""
    result = await client.call_tool(tool, arguments)
    text = "\n".join(part.text for part in result.content if part.type == "text")
    if result.is_error:
        raise Wrong(f"{tool} {arguments} failed: {text}")
    return text


def has(text, pattern):
    """What a text has to have in it."""
    found = re.search(pattern, text)
    if not found:
        raise Wrong(f"{pattern!r} is not in\n{text}")
    return found


async def log_in(client, site):
    page = await told(client, "browse_navigate", url=f"{site}/login")
    user = int(has(page, r'(\d+): textbox "User name"').group(1))
    await told(client, "browse_fill", ref=user, text="ada")
    await told(client, "browse_fill", ref="Password", text="correct horse")
    has(await told(client, "browse_click", ref="Log in"), "/dashboard")


async def read_table(client, _site):
    text = await told(client, "browse_read")
    has(text, r"\|.*Charles.*\|.*The engine needs more brass.*\|")


async def search(client, site):
    await told(client, "browse_navigate", url=f"{site}/shop")
    page = await told(client, "browse_form", fields=[{"ref": "Search products", "value": "lamp"}], submit=True)
    has(page, "q=lamp")
    has(await told(client, "browse_snapshot"), r"\d+ products")


async def download(client, site):
    answer = await told(client, "browse_navigate", url=f"{site}/download")
    path = has(answer, r"download: (.*\.csv)").group(1)
    with open(path, encoding="utf-8") as file:
        if not file.read():
            raise Wrong(f"{path} is empty")


async def refused(client, _site):
    """What cannot be done is told as an error that says what to do."""
    result = await client.call_tool("browse_click", {"ref": 99999})
    if not result.is_error or "hint" not in result.content[0].text:
        raise Wrong(f"no error for a ref that was never shown: {result}")


async def main(surefoot, site, engine, mode):
    server = StdioServerParameters(command=surefoot, args=["--engine", engine, "mcp", "--tools", "all"])
    async with Client(server, mode=mode) as client:
        tools = await client.list_tools()
        if len(tools.tools) < 25:
            raise Wrong(f"only {len(tools.tools)} tools")
        for task in (log_in, read_table, search, download, refused):
            await task(client, site)


def reason(error):
    """The one thing that went wrong in a group of tasks."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return error


try:
    asyncio.run(main(*sys.argv[1:5]))
except BaseException as error:  # noqa: BLE001 - whatever it is, it is what has to be told
    sys.exit(f"{type(reason(error)).__name__}: {reason(error)}")
print("ok")
