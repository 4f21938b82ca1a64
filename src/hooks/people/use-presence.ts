import { useConvex } from "convex/react";
import { useEffect } from "react";
import { pagePresence } from "../../lib/presence/page-presence.ts";

/** Announces to other people that this page shows a project, or one of its units, while the component is mounted. */
export function usePresence(projectId: string, unitId?: string): void {
  const client = useConvex();
  useEffect(() => {
    const place = { projectId, ...(unitId !== undefined && { unitId }) };
    return pagePresence(client).enter(place);
  }, [client, projectId, unitId]);
}
