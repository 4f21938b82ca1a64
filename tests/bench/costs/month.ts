import { type Cost, nothing, onLine, sum, times } from "./cost.ts";
import { type Day, type Kind, kinds, type Role } from "./day.ts";
import { Rates } from "./rates.ts";
import { type Costs, type Group, type Relation, relations } from "./record-costs.ts";
import { frame, screens } from "./screens.ts";

/**
 * The measurements of two sizes of workspace, from which figures are extrapolated linearly with the number of projects.
 */
export type Measured = readonly [Costs, Costs];

export type Month = {
  /** By screen: the cost of its visits and of the runs that writes cause. */
  screens: Map<string, Cost>;
  /** The same cost by query path, over all screens that use the query. */
  questions: Map<string, Cost>;
  /** By kind. */
  writes: Map<Kind, Cost>;
  all: Cost;
};

/** Estimates the cost of a month with this many people. */
export function monthOf(people: number, day: Day, measured: Measured): Month {
  const rates = new Rates(people, day);
  const names = [frame, ...screens].map(({ name }) => name);
  const parts = names.flatMap((screen) =>
    day.roles.flatMap((role) => partsOf(screen, role, { rates, measured })),
  );
  const sumBy = (keyOf: (part: Part) => string, keys: Iterable<string>) =>
    new Map(
      [...new Set(keys)].map((key) => [
        key,
        sum(parts.filter((part) => keyOf(part) === key).map(({ cost }) => cost)),
      ]),
    );
  const byScreen = sumBy(({ screen }) => screen, names);
  const questions = sumBy(
    ({ path }) => path,
    parts.map(({ path }) => path),
  );
  const ofWrite = (kind: Kind) => {
    const one = measured[1].writes.get(kind)!;
    // One run of the job puts the rows of many ticks into the counts.
    const acts = rates.written(kind === "settle" ? "tick" : kind);
    return { ...times(one, acts), calls: rates.written(kind) * (day.calls[kind] ?? 1) };
  };
  const writes = new Map(kinds.map((kind) => [kind, ofWrite(kind)]));
  const all = sum([...byScreen.values(), ...writes.values()]);
  return { screens: byScreen, questions, writes, all };
}

/** Returns the average cost of one run of a group's queries at this number of projects. */
export function runOf(
  measured: Measured,
  screen: string,
  { path, scope, projects }: Pick<Group, "path" | "scope"> & { projects: number },
): Cost {
  const { visit } = grownGroup(measured, screen, { path, scope, projects });
  return times(visit, 1 / visit.calls);
}

type Part = { screen: string; path: string; cost: Cost };

/** The cost of a screen's questions with the people of one role. */
function partsOf(
  screen: string,
  role: Role,
  { rates, measured }: { rates: Rates; measured: Measured },
): Part[] {
  const openHours = rates.openHours(role, screen);
  if (openHours === 0) return [];
  return measured[1].screens.get(screen)!.map(({ path, scope }) => {
    const { visit, again } = grownGroup(measured, screen, {
      ...{ path, scope, projects: rates.projects },
    });
    const runs = kinds.flatMap((kind) =>
      relations.map((relation) =>
        times(again(kind, relation), rates.watched({ role, kind, relation, scope })),
      ),
    );
    const cost = sum([times(visit, rates.visits(role, screen)), times(sum(runs), openHours)]);
    return { screen, path, cost };
  });
}

/** Returns a group as it would be at this number of projects. Queries about one project do not grow with the number. */
function grownGroup(
  [low, high]: Measured,
  screen: string,
  { path, scope, projects }: Pick<Group, "path" | "scope"> & { projects: number },
) {
  const find = ({ screens: groups }: Costs): Group =>
    groups.get(screen)!.find((each) => each.path === path && each.scope === scope)!;
  const grown = (of: (group: Group) => Cost): Cost => {
    if (scope === "shown") return of(find(high));
    return onLine([low.projects, of(find(low))], [high.projects, of(find(high))], projects);
  };
  return {
    visit: grown(({ visit }) => visit),
    again: (kind: Kind, relation: Relation) =>
      grown(({ again }) => again.get(`${kind} ${relation}`) ?? nothing),
  };
}
