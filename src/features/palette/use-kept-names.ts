import { useParams, useRouterState } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useConnection } from "../../hooks/reads/use-connection.ts";
import { askOnce } from "../../hooks/reads/use-live-query.ts";

/**
 * Stores on this device the names of all units of the visited project, or of the projects on the board of all. The
 * search and the camera need them without a network, and no other screen reads them. They are read once a visit: a live
 * read would run again for each change of a unit.
 */
export function useKeptNames(projects: readonly { id: string; status: string }[]): void {
  const client = useConvex();
  const { projectId } = useParams({ strict: false });
  const isBoard = useRouterState({ select: ({ location }) => location.pathname === "/board" });
  const isLive = useConnection().state === "live";
  const active = projects.filter(({ status }) => status === "active").map(({ id }) => id);
  const ids = (projectId === undefined ? (isBoard ? active : []) : [projectId]).join(" ");
  useEffect(() => {
    if (!isLive || ids === "") return;
    for (const id of ids.split(" ")) {
      // After a failure the names of the last visit stay.
      askOnce(client, api.units.names, { projectId: id }).catch(() => undefined);
    }
  }, [client, ids, isLive]);
}
