import { pathToFileURL } from "node:url";
import { runSteps, type Step, type StepResult } from "./run-steps.ts";

// The build and whatever reads its files come after generated files.
const first: readonly Step[] = [
  { name: "generated files", command: ["tsx", "scripts/check-generated.ts"] },
  { name: "file names", command: ["tsx", "scripts/check-names.ts"] },
  { name: "exceptions of lint", command: ["tsx", "scripts/check-directives.ts"] },
  { name: "words of the host", command: ["tsx", "scripts/check-host-words.ts"] },
  { name: "lock of packages", command: ["tsx", "scripts/check-lock.ts"] },
  { name: "ids", command: ["tsx", "scripts/check-ids.ts", "--short"] },
];
const build: Step = { name: "build", command: ["npm", "run", "--silent", "build"] };
const rest: readonly Step[] = [
  { name: "format", command: ["oxfmt", "--check", "--threads=1"] },
  {
    // One thread for its type checker as well, which is a program in Go.
    name: "lint",
    command: ["oxlint", "--threads=1"],
    env: { GOMAXPROCS: "1" },
  },
  { name: "lint of functions", command: ["eslint", "--max-warnings", "0", "convex"] },
  {
    // Several threads would check the same libraries, each for itself.
    name: "typecheck",
    command: ["npm", "run", "--silent", "typecheck", "--", "--singleThreaded"],
  },
  {
    name: "layers",
    command: [
      "depcruise",
      "--config",
      ".dependency-cruiser.cjs",
      "convex",
      "src",
      "server",
      "packages",
      "scripts",
      "tests",
    ],
  },
  { name: "dead code", command: ["knip", "--no-progress"] },
  { name: "first page budget", command: ["size-limit"] },
];

/** The quick checks, and the build that the browser tests run. */
export async function prepare(): Promise<StepResult[]> {
  return [...(await runSteps(first)), ...(await runSteps([build]))];
}

/** The slow checks, at most `width` side by side. */
export async function inspect(width?: number): Promise<StepResult[]> {
  return await runSteps(rest, width);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const results = [...(await prepare()), ...(await inspect())];
  const failed = results.filter((result) => !result.passed);
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
