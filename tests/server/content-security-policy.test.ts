import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contentSecurityPolicy, scriptHashesOf } from "../../server/content-security-policy.ts";

test("a page may run files of its site and the scripts of these hashes, and nothing else inline", () => {
  const policy = contentSecurityPolicy({
    imageOrigins: [],
    scriptHashes: ["sha256-a", "sha256-b"],
  });

  expect(policy).toContain("script-src 'self' 'sha256-a' 'sha256-b';");
  expect(policy).not.toContain("unsafe");
});

test("a page without scripts in it has no rule for them beside that for everything", () => {
  expect(contentSecurityPolicy({ imageOrigins: [], scriptHashes: [] })).not.toContain("script-src");
});

test("the hashes come from the build, and a folder without them has none", async () => {
  const folder = await mkdtemp(join(tmpdir(), "built-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(scriptHashesOf(folder)).toEqual([]);
  await mkdir(join(folder, ".vite"));
  await writeFile(join(folder, ".vite/first-page.json"), '{"scripts":["sha256-a"]}');
  expect(scriptHashesOf(folder)).toEqual(["sha256-a"]);
});
