import { pathToFileURL } from "node:url";
import { runSteps, type Step, type StepResult } from "./run-steps.ts";

// The generated files come first: all other checks read the sources.
const generated: Step = {
  name: "generated files",
  command: ["tsx", "scripts/checks/check-generated.ts"],
};
const build: Step = { name: "build", command: ["npm", "run", "--silent", "build"] };
const ofTheBuild: Step = { name: "first page budget", command: ["size-limit"] };
// Go's garbage collector takes half of a type checker's time. It may wait until the heap is five times as large as the
// live data.
const rareCollections = { GOGC: "400" };
const ofTheSources: readonly Step[] = [
  { name: "file names", command: ["tsx", "scripts/checks/check-names.ts"] },
  { name: "exceptions of lint", command: ["tsx", "scripts/checks/check-directives.ts"] },
  { name: "words of the host", command: ["tsx", "scripts/checks/check-host-words.ts"] },
  { name: "lock of packages", command: ["tsx", "scripts/checks/check-lock.ts"] },
  { name: "ids", command: ["tsx", "scripts/checks/check-ids.ts", "--short"] },
  {
    name: "format",
    command: ["oxfmt", "--check", "--threads=1"],
    failures: () => ["`npm run format` formats every file."],
  },
  {
    // The type checker of the linter is a Go program, which gets one thread too.
    name: "lint",
    command: ["oxlint", "--threads=1"],
    env: { GOMAXPROCS: "1", ...rareCollections },
  },
  { name: "lint of functions", command: ["eslint", "--max-warnings", "0", "convex"] },
  {
    // Several threads would each check the same libraries.
    name: "typecheck",
    command: ["npm", "run", "--silent", "typecheck", "--", "--singleThreaded"],
    env: rareCollections,
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
];

/** Makes the build that the browser tests use and starts the checks of the sources beside it, `width` at a time. */
export async function buildAndInspect(width: number): Promise<{
  prepared: StepResult[];
  inspected: Promise<StepResult[]>;
}> {
  const first = await runSteps([generated]);
  const building = runSteps([build]);
  const inspected = inspect(building, width);
  return { prepared: [...first, ...(await building)], inspected };
}

async function inspect(building: Promise<unknown>, width: number): Promise<StepResult[]> {
  const results = await runSteps(ofTheSources, width);
  await building;
  return [...results, ...(await runSteps([ofTheBuild]))];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { prepared, inspected } = await buildAndInspect(2);
  const results = [...prepared, ...(await inspected)];
  const failed = results.filter((result) => !result.passed);
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
