import { expect, test, vi } from "vitest";
import { help, runCommandLine } from "../../src/command-line/run-command-line.ts";

test.each([
  { args: ["begin"], message: /no command "begin". Known: start, backup, restore, admin-key/ },
  { args: ["start", "nowhere"], message: /There is no folder \S+nowhere/ },
  { args: ["backup"], message: /Name the folder to make: backup <folder>/ },
  { args: ["restore"], message: /Name the backup to put back: restore <folder>/ },
  { args: ["backup", "a", "b"], message: /"backup" takes one folder. Leave out: b/ },
  { args: ["backup", "--now"], message: /"backup" takes no option. Leave out: --now/ },
  { args: ["admin-key", "a"], message: /"admin-key" takes nothing. Leave out: a/ },
])("the command line refuses $args [O15]", async ({ args, message }) => {
  await expect(runCommandLine(args)).rejects.toThrow(message);
});

test("the command line refuses wrong settings by name, all at once [O3]", async () => {
  vi.stubEnv("PORT", "x");
  vi.stubEnv("METRICS_TOKEN", "short");

  await expect(runCommandLine(["start"])).rejects.toThrow(
    /PORT must be[^]*METRICS_TOKEN must have/,
  );
});

test("the help of the command line names its settings [O15]", () => {
  expect(help).toMatch(/PORT, HOST, SITE_URL, DATA_DIR, .*TRUST_PROXY/);
});
