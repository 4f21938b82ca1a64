import { useMemo } from "react";
import { api } from "../../../../convex/_generated/api.js";
import { useLiveQuery } from "../../../hooks/reads/use-live-query.ts";
import { fullName } from "../../../lib/format.ts";

export interface NamedPerson {
  id: string;
  name: string;
}

/** The people who can be given tasks: the users, and the team of each project. */
export interface BoardPeople {
  users: readonly NamedPerson[];
  crewByProject: ReadonlyMap<string, readonly NamedPerson[]>;
  /** The name for the id of a user or a team member. */
  nameOf: (id: string) => string | undefined;
}

/** The people who can be given tasks of these projects, live. */
export function useBoardPeople(): BoardPeople {
  const people = useLiveQuery(api.people.list, {});
  const projects = useLiveQuery(api.projects.list, {});
  return useMemo(() => {
    const users = (people ?? []).map(toNamed);
    const crewByProject = new Map(
      (projects ?? []).map(({ id, teamMembers }) => [id as string, teamMembers.map(toNamed)]),
    );
    const all = [...users, ...[...crewByProject.values()].flat()];
    const nameById = new Map(all.map(({ id, name }) => [id, name]));
    return { users, crewByProject, nameOf: (id) => nameById.get(id) };
  }, [people, projects]);
}

function toNamed(person: {
  id: string;
  firstName: string | null;
  lastName: string | null;
}): NamedPerson {
  return { id: person.id, name: fullName({ ...person, email: null }) };
}
