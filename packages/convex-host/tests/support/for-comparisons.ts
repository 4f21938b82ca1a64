/** Two engines, asked the same: `convex-host/comparing`, for tests of apps. It is not in the package. */
export { type EngineName, openEngine } from "../differential/engines.ts";
export { pass } from "../differential/passing-time.ts";
export { expectSame, programsOf, programTimeout, seedsOf } from "../differential/programs.ts";
export { id, mostly, resolve, type Sent } from "../differential/sent-values.ts";
export { Transcript } from "../differential/transcript.ts";
