import convexPlugin from "@convex-dev/eslint-plugin";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores(["convex/_generated/"]),
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  {
    // The rules of Convex, which need the types of tables and queries. All other rules are in .oxlintrc.json.
    files: ["convex/**/*.ts"],
    extends: [convexPlugin.configs.recommended],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: "./tsconfig.convex.json", tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@convex-dev/import-wrong-runtime": "error",
      "@convex-dev/no-collect-in-query": "error",
      // Two indexes order rows differently even when one extends the other. The sign-in library defines its own tables.
      "@convex-dev/no-duplicate-indexes": "off",
      "@convex-dev/no-filter-in-query": "error",
      // The generated, typed `env` exists only where code is generated against a deployment.
      "@convex-dev/no-process-env": "off",
    },
  },
);
