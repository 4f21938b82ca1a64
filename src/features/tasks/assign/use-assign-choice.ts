import { useState } from "react";
import { type KeptTyping, useKeptTyping } from "../../../hooks/edits/use-kept-typing.ts";
import { listOf, objectOf, someOf, text } from "../../../lib/shape.ts";
import { type AssignmentRun, targetKey } from "./assignment-runs.ts";
import type { AssignTarget, GivenTo } from "./assignment.ts";

interface AssignChoice {
  selection: ReadonlySet<string>;
  setSelection: (change: (selection: ReadonlySet<string>) => ReadonlySet<string>) => void;
  givenTo: GivenTo;
  setGivenTo: (givenTo: GivenTo) => void;
  kept: KeptTyping;
}

const shape = objectOf(
  { templateIds: listOf(text) },
  { givenTo: someOf<GivenTo>({ assignedToId: text, crewMemberId: text }) },
);

/**
 * The chosen templates and people for a target, which are kept until they are assigned. The choice starts with that of
 * a running assignment.
 */
export function useAssignChoice(
  target: AssignTarget,
  run: AssignmentRun | undefined,
): AssignChoice {
  const [selection, setSelection] = useState<ReadonlySet<string>>(() => new Set(run?.templateIds));
  const [givenTo, setGivenTo] = useState<GivenTo>(run?.givenTo ?? {});
  const isGiven = Object.keys(givenTo).length > 0;
  const kept = useKeptTyping(`assign ${targetKey(target) ?? ""}`, {
    ...{ shape, opening: run?.opening },
    typed:
      selection.size > 0 || isGiven
        ? { templateIds: [...selection], ...(isGiven && { givenTo }) }
        : null,
    bringBack: (before) => {
      setSelection(new Set(before.templateIds));
      setGivenTo(before.givenTo ?? {});
    },
  });
  return { selection, setSelection, givenTo, setGivenTo, kept };
}
