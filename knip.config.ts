import type { KnipConfig } from "knip";

const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: [
        // Functions, tables and routes are found by their place, not by an import.
        "convex/*.ts",
        "convex/jobs/**/*.ts",
        "src/routes/**/*.tsx",
        "src/worker/service-worker.ts",
        "server/main.ts",
        "scripts/{*,{checks,nodes,release}/*}.ts",
        "tests/bench/{*,machine/crowd-process}.ts",
        "tests/bench/host/{run,transfer-server}.ts",
        // The host finds them in its folder.
        "tests/bench/host/convex/*.ts",
        "tests/faults/{run*,honest-work}.ts",
        "tests/gallery/main.tsx",
        // Programs that tests start, and the app that they give to the host.
        "tests/program/fixtures/**/*.ts",
      ],
      project: ["{convex,src,server,scripts,tests}/**/*.{ts,tsx,css}"],
      // The built program has the host in it, and finds that one's packages as its own.
      ignoreDependencies: [
        "croner",
        "prom-client",
        "rate-limiter-flexible",
        "sirv",
        "yauzl",
        "yazl",
      ],
    },
    "packages/convex-host": {
      entry: [
        "src/convex-host*.ts",
        "src/functions/thread/main.ts",
        "src/command-line/main.ts",
        "tests/**/*.test.{ts,tsx}",
        "tests/support/{for-programs,for-comparisons,inside}.ts",
        "tests/**/*-child.ts",
        "tests/fixtures/**/*.ts",
      ],
      project: ["{src,tests}/**/*.{ts,tsx}"],
      // Whoever tests with it brings these.
      ignoreDependencies: ["convex-test", "vitest"],
    },
  },
  // Of the system: one makes certificates for the proxies, one fills the disk of a host.
  ignoreBinaries: ["openssl", "prlimit", "cc"],
  // The type of an exported function's argument may have a name, used elsewhere or not.
  ignoreExportsUsedInFile: { interface: true, type: true },
};

export default config;
