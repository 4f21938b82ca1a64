import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { bundleApp, bundleThread, threadProgram } from "../../src/build/bundle.ts";

export type Bundles = { appBundle: string; threadEntry: string };

declare module "vitest" {
  interface ProvidedContext {
    bundles: Bundles;
  }
}

/** Bundles the fixture app and the function thread once for all files of a run, in the first project that needs them. */
export default async function bundleFixtures(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  // Each project calls this in turn and inherits the values that the root project provides.
  const run = project.vitest.getRootProject();
  const provided: Partial<ProvidedContext> = run.getProvidedContext();
  if (provided.bundles !== undefined) return undefined;
  const folder = await mkdtemp(join(import.meta.dirname, "../../../../node_modules/.live-host-"));
  const bundles: Bundles = {
    appBundle: join(folder, "app.js"),
    threadEntry: join(folder, "worker.js"),
  };
  const fixtureApp = join(import.meta.dirname, "../fixtures/convex-app");
  await Promise.all([
    bundleApp({ folder: fixtureApp, outFile: bundles.appBundle }),
    bundleThread({ entry: threadProgram, outFile: bundles.threadEntry }),
  ]);
  run.provide("bundles", bundles);
  return () => rm(folder, { recursive: true, force: true });
}
