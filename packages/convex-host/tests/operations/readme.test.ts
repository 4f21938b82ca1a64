import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { app } from "../support/fixture-api.ts";
import { connect } from "../support/live-host.ts";

const root = join(import.meta.dirname, "../../../..");
const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

/** Makes a folder that resolves the packages and the TypeScript settings of this repository. */
async function folderWithApp(): Promise<string> {
  await mkdir(join(root, ".cache"), { recursive: true });
  const folder = await mkdtemp(join(root, ".cache/readme-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(import.meta.dirname, "../fixtures/convex-app"), join(folder, "convex"), {
    recursive: true,
  });
  return folder;
}

test("the example of README starts a host that answers [O6]", { timeout: 60_000 }, async () => {
  const [, example = ""] = /```ts\n([^]*?)```/.exec(readme) ?? [];
  const folder = await folderWithApp();
  await writeFile(join(folder, "example.ts"), example);
  const child = spawn(process.execPath, ["--import", "tsx", "example.ts"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], TSX_TSCONFIG_PATH: join(root, "tsconfig.json") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let printed = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (piece: Buffer) => {
      printed += piece.toString();
      const [, found] = /Ready at (\S+)/.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then(() => reject(new Error(`It ended:\n${printed}`)));
  });

  const client = connect(url);
  await client.mutation(app.add, { list: "a", text: "one" });

  expect(await client.query(app.list, { list: "a" })).toEqual(["one"]);
});
