import convexPlugin from "@convex-dev/eslint-plugin";
import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import tseslint from "typescript-eslint";

const rawBuilders = [
  "query",
  "mutation",
  "action",
  "internalQuery",
  "internalMutation",
  "internalAction",
];
const rawBuilderPaths = (names) => [
  {
    group: ["**/_generated/server*"],
    importNames: names,
    message: "Use the builders of convex/functions.ts: they prove who is calling.",
  },
  {
    group: ["convex/server"],
    importNames: ["queryGeneric", "mutationGeneric", "actionGeneric", "httpActionGeneric"].concat(
      names.filter((name) => name.startsWith("internal")).map((name) => `${name}Generic`),
    ),
    message: "Use the builders of convex/functions.ts: they prove who is calling.",
  },
];

const noBarrels = [
  {
    selector: "ExportAllDeclaration",
    message: "No barrels: import from the file that defines the thing.",
  },
  {
    selector: "ExportNamedDeclaration[source]",
    message: "No barrels: import from the file that defines the thing.",
  },
];

export default defineConfig(
  globalIgnores([
    "dist/",
    "data/",
    ".cache/",
    "test-results/",
    "playwright-report/",
    "convex/_generated/",
    "src/routeTree.gen.ts",
  ]),
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  // .oxlintrc.json has the rules that need types, the rules of React and the one of unused names.
  tseslint.configs.recommended,
  {
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": "off",
      "max-lines": ["error", { max: 300, skipBlankLines: false, skipComments: false }],
      // A function fits one screen, 40 lines; the limit leaves room for tables and wiring.
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", 3],
      "no-console": "error",
      "no-empty": ["error", { allowEmptyCatch: false }],
      "no-restricted-syntax": ["error", ...noBarrels],
      // Oxlint would obey it.
      "no-warning-comments": ["error", { terms: ["oxlint-disable"], location: "anywhere" }],
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  {
    files: ["**/*.{js,cjs,mjs}"],
    languageOptions: { globals: globals.node },
  },
  {
    files: ["convex/**/*.ts"],
    extends: [convexPlugin.configs.recommended],
    // The rules of Convex ask what a table or a query is.
    languageOptions: {
      parserOptions: { project: "./tsconfig.convex.json", tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@convex-dev/import-wrong-runtime": "error",
      "@convex-dev/no-collect-in-query": "error",
      // An index and a longer one order their rows differently, and the tables of the sign-in
      // library are as the library wants them.
      "@convex-dev/no-duplicate-indexes": "off",
      "@convex-dev/no-filter-in-query": "error",
      // The generated, typed `env` exists only where code is generated against a deployment.
      "@convex-dev/no-process-env": "off",
      // The console is the log of a deployment.
      "no-console": ["error", { allow: ["warn", "error"] }],
      "no-restricted-imports": [
        "error",
        { patterns: rawBuilderPaths([...rawBuilders, "httpAction"]) },
      ],
    },
  },
  {
    // The HTTP door.
    files: ["convex/rest/**/*.ts"],
    rules: { "no-restricted-imports": ["error", { patterns: rawBuilderPaths(rawBuilders) }] },
  },
  { files: ["convex/functions.ts"], rules: { "no-restricted-imports": "off" } },
  {
    files: ["src/**/*.tsx"],
    rules: {
      "max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    extends: [jsxA11y.flatConfigs.recommended],
    languageOptions: { globals: globals.browser },
    settings: {
      "jsx-a11y": {
        components: { Button: "button", Input: "input", Label: "label", Textarea: "textarea" },
      },
    },
    rules: {
      "jsx-a11y/no-autofocus": ["error", { ignoreNonDOM: true }],
      // What scrolls must be reachable by keyboard.
      "jsx-a11y/no-noninteractive-tabindex": ["error", { tags: ["pre"], roles: ["region"] }],
      "no-console": ["error", { allow: ["error"] }],
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "convex/react",
              importNames: ["useQuery", "useQueries"],
              message: "Use useLiveQuery of src/hooks: what it has answered outlives a failure.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["src/hooks/use-live-query.ts"],
    rules: { "no-restricted-imports": "off" },
  },
  {
    // The doors of the package: others import what it shows from these.
    files: [
      "packages/convex-host/src/convex-host*.ts",
      "packages/convex-host/tests/support/{for-programs,for-comparisons,inside}.ts",
    ],
    rules: { "no-restricted-syntax": "off" },
  },
  {
    // Programs with a terminal, and the console that functions get.
    files: [
      "scripts/**/*.ts",
      "tests/bench/**/*.ts",
      "packages/convex-host/src/functions/run/console.ts",
    ],
    rules: { "no-console": "off" },
  },
  {
    files: ["{tests,packages/convex-host/tests,packages/convex-host/src/testing}/**/*.{ts,tsx}"],
    rules: {
      // A describe block is a function too.
      "max-lines-per-function": "off",
      // Rows of `test.each` and of property tests arrive one parameter a column.
      "max-params": "off",
    },
  },
  {
    // Playwright fixtures hand over values with a function called `use` and destructure nothing.
    files: ["tests/e2e/**/*.ts"],
    rules: { "no-empty-pattern": "off" },
  },
);
