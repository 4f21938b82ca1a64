import { useEffect } from "react";
import { useLookers } from "../../hooks/people/use-lookers.ts";
import { usePresence } from "../../hooks/people/use-presence.ts";
import { unitLookers } from "../../lib/presence/lookers.ts";
import { Lookers } from "./lookers.tsx";

/**
 * The other people in a project. It announces this page to them, and gives the people of each unit to the unit's card.
 */
export function ProjectLookersView({ projectId }: { projectId: string }) {
  usePresence(projectId);
  const lookers = useLookers(projectId);
  useEffect(() => unitLookers.show(lookers), [lookers]);
  useEffect(() => () => unitLookers.show([]), []);
  return <Lookers lookers={lookers} />;
}

/** The other people in an open unit. It announces to them that the unit is open here. */
export function UnitLookersView(props: { projectId: string; unitId: string }) {
  const { projectId, unitId } = props;
  usePresence(projectId, unitId);
  const lookers = useLookers(projectId);
  return <Lookers lookers={lookers.filter(({ unitIds }) => unitIds.some((id) => id === unitId))} />;
}
