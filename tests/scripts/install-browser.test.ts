import { beforeEach, expect, test, vi } from "vitest";
import { installBrowser } from "../../scripts/browser/install-browser.ts";

const node = process.execPath;
const nothing = () => null;

let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
  vi.spyOn(console, "error").mockImplementation((line: string) => void printed.push(line));
});

test("other work goes on while a browser is installed", async () => {
  let installed: string | null = null;
  // A call that blocks the process looks for the browser before this test provides it.
  const installing = installBrowser({
    name: "Browser",
    find: () => installed,
    help: "",
    attempts: [{ what: "a download", commands: [[node, "-e", ""]] }],
  });
  installed = "/somewhere/browser";

  expect(await installing).toBe("/somewhere/browser");
});

test("an attempt ends with its first failed command, whose output is printed, and the next one follows", async () => {
  const found = await installBrowser({
    name: "Browser",
    find: nothing,
    help: "Install one.",
    attempts: [
      {
        what: "the first",
        commands: [
          [node, "-e", "console.error('no such mirror'); process.exit(1)"],
          [node, "-e", "console.log('never run'); process.exit(1)"],
        ],
      },
      { what: "the second", commands: [[node, "-e", "console.log('all is well')"]] },
    ],
  });

  expect(found).toBeNull();
  expect(printed).toEqual([
    "Browser: none installed, trying the first",
    "no such mirror",
    "Browser: the first did not help",
    "Browser: none installed, trying the second",
    "Browser: the second did not help",
    "Browser: none to be had. Install one.",
  ]);
});
