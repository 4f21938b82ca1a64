/** The host inside a test's own process: `import { hostTest } from "convex-host/testing"`. */
export { hostTest } from "./testing/engine-host.ts";
export type { CreateTest, TestEngine } from "./testing/test-engine.ts";
