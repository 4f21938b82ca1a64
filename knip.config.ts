import type { KnipConfig } from "knip";

const config: KnipConfig = {
  entry: [
    // Functions, tables and routes are found by their place, not by an import.
    "convex/*.ts",
    "convex/jobs/**/*.ts",
    "src/routes/**/*.tsx",
    "host/main.ts",
    "host/worker/main.ts",
    "scripts/*.ts",
    "tests/bench/*.ts",
    "tests/faults/run*.ts",
    "tests/gallery/main.tsx",
    "tests/pictures/run.ts",
    // Programs that tests start, and the app that they give to the host.
    "tests/host/**/*-child.ts",
    "tests/host/fixtures/**/*.ts",
  ],
  // Of the system: one makes certificates for the proxies, one fills the disk of a host.
  ignoreBinaries: ["openssl", "prlimit"],
  project: ["{convex,src,host,scripts,tests}/**/*.{ts,tsx,css}"],
  // The type of an exported function's argument may have a name, used elsewhere or not.
  ignoreExportsUsedInFile: { interface: true, type: true },
};

export default config;
