import { pathToFileURL } from "node:url";
import { runSteps, type Step, type StepResult } from "./run-steps.ts";

// Generated files and the build come first: types, lint and the budget read what they write.
const stages: readonly (readonly Step[])[] = [
  [
    { name: "generated files", command: ["tsx", "scripts/check-generated.ts"] },
    { name: "file names", command: ["tsx", "scripts/check-names.ts"] },
    { name: "ids", command: ["tsx", "scripts/check-ids.ts", "--short"] },
    { name: "format", command: ["prettier", "--check", "--log-level", "warn", "."] },
  ],
  [
    { name: "lint", command: ["eslint", "--max-warnings", "0", "."] },
    { name: "typecheck", command: ["tsc", "--noEmit", "-p", "."] },
    { name: "build", command: ["npm", "run", "--silent", "build"] },
    {
      name: "layers",
      command: [
        "depcruise",
        "--config",
        ".dependency-cruiser.cjs",
        "convex",
        "src",
        "host",
        "scripts",
        "tests",
      ],
    },
    { name: "dead code", command: ["knip", "--no-progress"] },
  ],
  [{ name: "first JavaScript budget", command: ["size-limit"] }],
];

/** Everything that must hold besides the tests, one result a step. */
export async function check(): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const stage of stages) results.push(...(await runSteps(stage)));
  return results;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const results = await check();
  const failed = results.filter((result) => !result.passed);
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
