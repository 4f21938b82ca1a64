import { pathToFileURL } from "node:url";
import { runSteps, type Step, type StepResult } from "./run-steps.ts";

// All that reads the sources comes after it.
const generated: Step = {
  name: "generated files",
  command: ["tsx", "scripts/checks/check-generated.ts"],
};
const build: Step = { name: "build", command: ["npm", "run", "--silent", "build"] };
const ofTheBuild: Step = { name: "first page budget", command: ["size-limit"] };
// The collector of Go takes half of a type checker's time: it may wait until there is five times as much to keep.
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
    // One thread for its type checker as well, which is a program in Go.
    name: "lint",
    command: ["oxlint", "--threads=1"],
    env: { GOMAXPROCS: "1", ...rareCollections },
  },
  { name: "lint of functions", command: ["eslint", "--max-warnings", "0", "convex"] },
  {
    // Several threads would check the same libraries, each for itself.
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

/** The build that the browser tests run, and the checks of the sources, `width` at a time beside it. */
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
