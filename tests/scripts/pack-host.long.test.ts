import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { packHost } from "../../scripts/release/pack-host.ts";
import { tryPackedHost, tryPackedTypes } from "../../scripts/release/try-packed-host.ts";

let folder = "";
let commandLine = "";

/** Unpacks the host beside links to its declared dependencies, and to no other package of this repository. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "packed-host-"));
  const file = await packHost(join(folder, "packed"));
  const home = join(folder, "node_modules/convex-host");
  await mkdir(home, { recursive: true });
  execFileSync("tar", ["-xzf", file, "-C", home, "--strip-components", "1"]);
  const manifest = JSON.parse(await readFile(join(home, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
    bin: { "convex-host": string };
  };
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(resolve("node_modules", name), link);
  }
  commandLine = join(home, manifest.bin["convex-host"]);
}, 120_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("the packed host serves a Convex folder by its command line alone", async () => {
  await tryPackedHost(folder, [process.execPath, commandLine]);
}, 120_000);

test("a TypeScript program knows the types of the packed host", async () => {
  await tryPackedTypes(folder);
}, 120_000);
