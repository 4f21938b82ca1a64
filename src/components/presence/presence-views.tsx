import { useEffect } from "react";
import { useLookers } from "../../hooks/people/use-lookers.ts";
import { usePresence } from "../../hooks/people/use-presence.ts";
import { unitLookers } from "../../lib/presence/lookers.ts";
import { Lookers } from "./lookers.tsx";

/** The other people in a project; lets them know of this page, and the cards of its units of the people in them. */
export function ProjectLookersView({ projectId }: { projectId: string }) {
  usePresence(projectId);
  const lookers = useLookers(projectId);
  useEffect(() => unitLookers.show(lookers), [lookers]);
  useEffect(() => () => unitLookers.show([]), []);
  return <Lookers lookers={lookers} />;
}

/** The other people in an open unit; lets them know that it is open here. */
export function UnitLookersView(props: { projectId: string; unitId: string }) {
  const { projectId, unitId } = props;
  usePresence(projectId, unitId);
  const lookers = useLookers(projectId);
  return <Lookers lookers={lookers.filter(({ unitIds }) => unitIds.some((id) => id === unitId))} />;
}
