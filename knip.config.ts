import type { KnipConfig } from "knip";

const config: KnipConfig = {
  entry: [
    // Functions, tables and routes are found by their place, not by an import.
    "convex/*.ts",
    "convex/jobs/**/*.ts",
    "src/main.tsx",
    "src/routes/**/*.tsx",
    "host/main.ts",
    "host/worker/main.ts",
    "scripts/*.ts",
    "tests/bench/*.ts",
    // Programs that tests start, and the app that they give to the host.
    "tests/host/**/*-child.ts",
    "tests/host/fixtures/**/*.ts",
    ".size-limit.mjs",
  ],
  project: ["{convex,src,host,scripts,tests}/**/*.{ts,tsx}"],
  ignore: ["convex/_generated/**", "src/routeTree.gen.ts"],
  // The type of an exported function's argument may have a name, used elsewhere or not.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreDependencies: [
    // Imported by src/styles.css.
    "tailwindcss",
    // The environment of the convex-test project in vitest.config.ts.
    "@edge-runtime/vm",
    // The plugin size-limit finds by its name.
    "@size-limit/file",
  ],
};

export default config;
