import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeRelease } from "./release.ts";
import { runStep } from "../run-steps.ts";
import { tryStart } from "./try-start.ts";

// Makes a release outside of this folder, so that it cannot use the packages here, and follows docs/deployment.md.
const folder = await mkdtemp(join(tmpdir(), "turnboard-release-"));
try {
  await makeRelease(folder);
  const install = ["npm", "--prefix", folder, "ci", "--omit=dev"] as const;
  const { passed, output } = await runStep({ name: "install", command: install });
  if (!passed) throw new Error(`npm ci --omit=dev failed:\n${output}`);
  for (const tool of ["tsx", "vite", "vitest", "eslint"])
    if (existsSync(join(folder, "node_modules", tool))) throw new Error(`${tool} was installed`);
  await tryStart(["npm", "start"], { cwd: folder });
  console.log("ok   a release runs with its production dependencies alone");
} finally {
  await rm(folder, { recursive: true, force: true });
}
