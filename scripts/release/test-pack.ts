import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packHost } from "./pack-host.ts";
import { runStep } from "../run-steps.ts";
import { tryPackedHost, tryPackedTypes } from "./try-packed-host.ts";

// Installs the packed host outside of this folder, so that it cannot use the packages here, and serves an app with it
// alone.
const folder = await mkdtemp(join(tmpdir(), "convex-host-pack-"));
try {
  const file = await packHost(join(folder, "packed"));
  const { dependencies } = JSON.parse(
    await readFile("packages/convex-host/package.json", "utf8"),
  ) as { dependencies: { convex: string } };
  await writeFile(join(folder, "package.json"), '{"name":"small-app","private":true}');
  const { convex } = dependencies;
  const { passed, output } = await runStep({
    name: "install",
    command: [
      ...(["npm", "install", "--prefer-offline", "--no-audit", "--no-fund"] as const),
      ...["--prefix", folder, file, `convex@${convex}`],
    ],
  });
  if (!passed) throw new Error(`npm install failed:\n${output}`);
  await tryPackedTypes(folder);
  await tryPackedHost(folder, [join(folder, "node_modules/.bin/convex-host")]);
  console.log("ok   the packed host serves an app of its own");
} finally {
  await rm(folder, { recursive: true, force: true });
}
