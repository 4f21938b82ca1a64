/**
 * Whole hosts and their clients, for tests of programs: `convex-host/test-support`. The published package does not
 * contain it.
 */
export { ConvexCli } from "./convex-cli.ts";
export { openProxy } from "./cuttable-proxy.ts";
export { app } from "./fixture-api.ts";
export { importedTables, ImportUpload, zipOf } from "./import-upload.ts";
export {
  bundleTexts,
  closeLater,
  connect,
  type LiveHost,
  startSharedHost,
  startTestHost,
  temporaryFolder,
} from "./live-host.ts";
export { addQuery, connectRaw, mutation } from "./raw-client.ts";
export { firstLine } from "./raw-http.ts";
export { until } from "./until.ts";
export { watch } from "./watch.ts";
