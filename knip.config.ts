import type { KnipConfig } from "knip";

const config: KnipConfig = {
  entry: [
    // Functions, tables and routes are found by their place, not by an import.
    "convex/*.ts",
    "convex/jobs/**/*.ts",
    "src/routes/**/*.tsx",
    "server/main.ts",
    "packages/convex-host/src/functions/thread/main.ts",
    "scripts/*.ts",
    "tests/bench/*.ts",
    "tests/faults/run*.ts",
    "tests/gallery/main.tsx",
    "tests/pictures/run.ts",
    // Programs that tests start, and the app that they give to the host.
    "packages/convex-host/tests/**/*-child.ts",
    "packages/convex-host/tests/fixtures/**/*.ts",
    "tests/program/fixtures/**/*.ts",
  ],
  // Of the system: one makes certificates for the proxies, one fills the disk of a host.
  ignoreBinaries: ["openssl", "prlimit"],
  project: ["{convex,src,server,packages,scripts,tests}/**/*.{ts,tsx,css}"],
  // The type of an exported function's argument may have a name, used elsewhere or not.
  ignoreExportsUsedInFile: { interface: true, type: true },
};

export default config;
