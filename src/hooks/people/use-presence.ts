import { useConvex } from "convex/react";
import { useEffect } from "react";
import { pagePresence } from "../../lib/presence/page-presence.ts";

/** Lets the others know that this page shows a project, or one of its units, as long as the component is there. */
export function usePresence(projectId: string, unitId?: string): void {
  const client = useConvex();
  useEffect(() => {
    const place = { projectId, ...(unitId !== undefined && { unitId }) };
    return pagePresence(client).enter(place);
  }, [client, projectId, unitId]);
}
