import { useParams, useRouterState, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { workspacePages } from "../../lib/pages.ts";
import { recents } from "../../lib/device/recents.ts";
import { pageId, projectId, unitId } from "./choice.ts";

/** Records on this device which units, projects and pages the viewer visits. */
export function useVisits(): void {
  const { id: person } = useViewer();
  const params = useParams({ strict: false });
  const { unit: opened } = useSearch({ strict: false });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const unit = params.unitId ?? opened;
  useEffect(() => {
    const page = workspacePages.find(({ to }) => to === path);
    if (page !== undefined) recents.note(person, pageId(page.to));
  }, [person, path]);
  useEffect(() => {
    if (params.projectId !== undefined) recents.note(person, projectId(params.projectId));
  }, [person, params.projectId]);
  useEffect(() => {
    if (unit !== undefined) recents.note(person, unitId(unit));
  }, [person, unit]);
}
