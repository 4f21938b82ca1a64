import { ChevronDown, UserRoundPlus } from "lucide-react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api.js";
import { PeopleFields } from "../../../components/people-fields.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { useLiveQuery } from "../../../hooks/reads/use-live-query.ts";
import { cn } from "../../../lib/cn.ts";
import type { GivenTo } from "./assignment.ts";

type AssignPeopleProps = {
  /** The project whose team members can get the tasks. */
  teamOf: string | undefined;
  givenTo: GivenTo;
  disabled: boolean;
  onChange: (givenTo: GivenTo) => void;
};

/**
 * The people who get the new tasks. The fields are behind a button, because most tasks are assigned before it is known
 * who does them.
 */
export function AssignPeople(props: AssignPeopleProps) {
  const [chosen, setOpen] = useState<boolean>();
  const open = chosen ?? Object.keys(props.givenTo).length > 0;
  return (
    <div className="border-t border-line px-5 py-2">
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={open}
        className="-ml-2.5"
        onClick={() => setOpen(!open)}
      >
        <UserRoundPlus aria-hidden /> Give to People
        <ChevronDown aria-hidden className={cn("transition-transform", open && "rotate-180")} />
      </Button>
      {open && <People {...props} />}
    </div>
  );
}

function People({ teamOf, givenTo, disabled, onChange }: AssignPeopleProps) {
  const people = useLiveQuery(api.people.list, {});
  const team = useLiveQuery(api.projectTeams.list, teamOf ? { projectId: teamOf } : "skip");
  const { assignedToId = null, crewMemberId = null } = givenTo;
  return (
    <div className="pt-1 pb-2">
      <PeopleFields
        given={{ assignedToId, assignedToName: null, crewMemberId, crewMemberName: null }}
        people={people}
        team={team}
        disabled={disabled}
        onChange={(change) => onChange(withoutNobody({ ...givenTo, ...change }))}
      />
    </div>
  );
}

function withoutNobody(given: { [Field in keyof GivenTo]: string | null }): GivenTo {
  return Object.fromEntries(Object.entries(given).filter(([, id]) => id !== null));
}
