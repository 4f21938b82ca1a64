import type { Day, Kind, Role } from "./day.ts";
import type { Relation, Scope } from "./record-costs.ts";
import { frame, screens } from "./screens.ts";

/** The visits to the frame per open hour; the frame stays while pages change. */
const framesAnHour = 1;

export type Watched = { role: Role; kind: Kind; relation: Relation; scope: Scope };

/** The rates of acts and visits for this many people on such days. */
export class Rates {
  readonly projects: number;
  readonly #people: number;
  readonly #day: Day;

  constructor(people: number, day: Day) {
    this.#people = people;
    this.#day = day;
    this.projects = people / day.peoplePerProject;
  }

  /** The hours of a month in which people of the role have the screen open. */
  openHours({ share, openHours, screens: parts }: Role, screen: string): number {
    const part = screen === frame.name ? 1 : (parts[screen] ?? 0);
    return this.#people * share * openHours * this.#day.daysAMonth * part;
  }

  /** The visits of a month. */
  visits(role: Role, screen: string): number {
    const anHour = screen === frame.name ? framesAnHour : role.visits;
    return this.openHours(role, screen) * anHour;
  }

  /** Returns the writes per hour that a person of the role with an open screen observes. */
  watched({ role, kind, relation, scope }: Watched): number {
    if (kind === "settle") return this.#settles(relation, scope);
    const { peoplePerProject } = this.#day;
    switch (relation) {
      case "own":
        return this.#acts(role, kind);
      case "colleague":
        return (peoplePerProject - 1) * this.#average(kind);
      case "elsewhere":
        return (this.#people - peoplePerProject) * this.#average(kind);
    }
  }

  /** All writes of a month. */
  written(kind: Kind): number {
    const { hours, daysAMonth } = this.#day;
    const anHour =
      kind === "settle" ? this.#settlesOf(this.#people) : this.#people * this.#average(kind);
    return anHour * hours * daysAMonth;
  }

  /** The job runs for projects with waiting ticks; one run handles many projects. */
  #settles(relation: Relation, scope: Scope): number {
    const ofProject = this.#settlesOf(this.#day.peoplePerProject);
    if (relation === "colleague") return 0;
    if (relation === "own") return ofProject;
    if (scope === "other") return (this.projects - 1) * ofProject;
    return this.#settlesOf(this.#people) - ofProject;
  }

  #settlesOf(people: number): number {
    return Math.min(this.#day.settles, people * this.#average("tick"));
  }

  /** In an open hour of the role. */
  #acts(role: Role, kind: Exclude<Kind, "settle">): number {
    if (kind !== "beat") return role.acts[kind];
    const inProject = screens.filter(({ isInProject }) => isInProject);
    const part = inProject.reduce((all, { name }) => all + (role.screens[name] ?? 0), 0);
    return this.#day.beats * part;
  }

  /** Returns the acts of an average person in an hour of the day. */
  #average(kind: Exclude<Kind, "settle">): number {
    const { roles, hours } = this.#day;
    return roles.reduce(
      (all, role) => all + role.share * (role.openHours / hours) * this.#acts(role, kind),
      0,
    );
  }
}
