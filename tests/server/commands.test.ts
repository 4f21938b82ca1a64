import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { runCommand } from "../../server/commands.ts";

test.each([
  { args: ["clean"], message: /Unknown command: clean. Known: admin-key, backup, restore/ },
  { args: ["backup", "My", "Disk"], message: /"backup" takes one folder. Leave out: Disk/ },
  { args: ["restore", "--help"], message: /"restore" takes no option. Leave out: --help/ },
  { args: ["admin-key", "--help"], message: /"admin-key" takes nothing. Leave out: --help/ },
])("the program refuses $args and does nothing", async ({ args, message }) => {
  const dataDir = await mkdtemp(join(tmpdir(), "turnboard-commands-"));
  vi.stubEnv("DATA_DIR", dataDir);

  await expect(runCommand(args)).rejects.toThrow(message);
  // A new admin key would have invalidated the one before.
  expect(await readdir(dataDir)).toEqual([]);
});
