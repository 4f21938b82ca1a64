import type { CreateTest } from "convex-host/testing";

/** A fresh backend for one test: the embedded host, or convex-test where TEST_ENGINE says so. */
export const createTest: CreateTest = await engineByName();

async function engineByName(): Promise<CreateTest> {
  if (process.env["TEST_ENGINE"] === "convex-test") {
    const { convexTest } = await import("convex-test");
    return (schema, modules) => convexTest({ schema, modules });
  }
  const { hostTest } = await import("convex-host/testing");
  return hostTest;
}
