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
    ".size-limit.mjs",
  ],
  project: ["{convex,src,host,scripts,tests}/**/*.{ts,tsx}"],
  ignore: ["convex/_generated/**", "src/routeTree.gen.ts"],
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
