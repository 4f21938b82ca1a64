/**
 * Comparisons of the two engines, for tests of apps: `convex-host/comparing`. The published package does not contain
 * it.
 */
export { type EngineName, openEngine } from "../differential/engines.ts";
export { pass } from "../differential/passing-time.ts";
export { expectSame, programsOf, programTimeout, seedsOf } from "../differential/programs.ts";
export { id, mostly, resolve, type Sent } from "../differential/sent-values.ts";
export { Transcript } from "../differential/transcript.ts";
