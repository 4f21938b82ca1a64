import { printColumns } from "../table.ts";
import { BusyWorkspace } from "./busy-workspace.ts";
import type { Cost } from "./cost.ts";
import { kinds, workingDay } from "./day.ts";
import { type Measured, monthOf, runOf } from "./month.ts";
import { dollarsOf, mostRead } from "./prices.ts";
import { type Costs, type Group, recordCosts, relations } from "./record-costs.ts";

const sizes = [5, 20] as const;
const crowds = [50, 500, 5_000];

/**
 * Measures the reads of the live screens and the writes that run them again, and prints the monthly cost on official
 * Convex.
 */
export async function printCosts(quick: boolean): Promise<void> {
  const busy = await BusyWorkspace.open();
  try {
    const measured: Costs[] = [];
    for (const [turn, projects] of sizes.entries()) {
      await busy.growTo(projects, quick ? 10 : 100);
      measured.push(await recordCosts(busy, turn));
    }
    const [low, high] = measured as [Costs, Costs];
    printRuns(high);
    for (const people of crowds) printMonth(people, [low, high]);
  } finally {
    await busy.workspace.close();
  }
}

function printMonth(people: number, measured: Measured): void {
  const { screens, questions, writes, all } = monthOf(people, workingDay, measured);
  printColumns([
    [`${people} people, a month`, "calls, thousands", "read, GB", "written, GB", "answers, GB"],
    ...[...screens].map(([name, cost]) => [name, ...figures(cost)]),
    ...[...writes].map(([kind, cost]) => [`write: ${kind}`, ...figures(cost)]),
    ["all", ...figures(all)],
  ]);
  const { calls, database } = dollarsOf(all);
  const lines = [`$${calls.toFixed(0)} for calls, $${database.toFixed(0)} for the database`];
  const dearest = [...questions].toSorted(([, a], [, b]) => b.read - a.read).slice(0, 4);
  const told = dearest.map(([path, { read }]) => `${path} ${(read / 1e9).toFixed(1)} GB`);
  lines.push(`most is read by ${told.join(", ")}`);
  for (const { path, run } of tooLarge(people, measured))
    lines.push(
      `${path} reads ${run.documents.toFixed(0)} documents and ${(run.read / 1e6).toFixed(1)} MB, more than one query may`,
    );
  process.stdout.write(`${lines.join("\n")}\n\n`);
}

/** Returns the queries that official Convex would refuse with this many people. */
function tooLarge(people: number, measured: Measured): { path: string; run: Cost }[] {
  const projects = people / workingDay.peoplePerProject;
  const all = [...measured[1].screens].flatMap(([screen, groups]) =>
    groups.map(({ path, scope }) => ({
      ...{ path, run: runOf(measured, screen, { path, scope, projects }) },
    })),
  );
  return all.filter(({ run }) => run.documents > mostRead.documents || run.read > mostRead.bytes);
}

function figures({ calls, read, written, answered }: Cost): string[] {
  return [calls / 1_000, read / 1e9, written / 1e9, answered / 1e9].map((figure) =>
    figure === 0 ? "" : figure.toFixed(figure < 10 ? 2 : 0),
  );
}

function printRuns({ projects, screens, writes }: Costs): void {
  const lines = [...screens].flatMap(([name, groups]) =>
    groups.map((group) => [
      `${name}: ${group.path}${group.scope === "other" ? ", others" : ""}`,
      ...texts(group.visit),
      againOf(group),
    ]),
  );
  const written = [...writes].map(([kind, cost]) => [`write: ${kind}`, ...texts(cost), ""]);
  const head = [`${projects} projects`, "runs", "documents", "read, B", "written, B", "answer, B"];
  printColumns([[...head, "run again by"], ...lines, ...written, [...head.map(() => ""), ""]]);
}

const places = { own: "own unit", colleague: "project", elsewhere: "anywhere" };

/** Describes the writes that run a query again, each with the farthest origin that still does. */
function againOf({ again }: Group): string {
  return kinds
    .flatMap((kind) => {
      const farthest = relations.findLast((relation) => again.has(`${kind} ${relation}`));
      return farthest === undefined ? [] : [`${kind}: ${places[farthest]}`];
    })
    .join(", ");
}

function texts({ calls, documents, read, written, answered }: Cost): string[] {
  return [calls, documents, read, written, answered].map((figure) => figure.toFixed(0));
}
