import { useParams, useRouterState } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useConnection } from "../../hooks/reads/use-connection.ts";
import { askOnce } from "../../hooks/reads/use-live-query.ts";
import { keptAnswers } from "../../lib/answers/kept/kept-answers.ts";
import { keyOf } from "../../lib/answers/question.ts";

/** The age in ms from which stored names are read again: hundreds of pages that come back read nothing at once. */
const FRESH_MS = 300_000;

async function hasFreshNames(projectId: string): Promise<boolean> {
  const kept = await keptAnswers.read(keyOf("units:names", { projectId }));
  return kept !== undefined && Date.now() - kept.at < FRESH_MS;
}

/**
 * Stores on this device the names of all units of the visited project, or of the projects on the board of all. The
 * search and the camera need them without a network, and no other screen reads them. They are read once in a while: a
 * live read would run again for each change of a unit.
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
    const ask = async (projectId: string) => {
      if (!(await hasFreshNames(projectId))) await askOnce(client, api.units.names, { projectId });
    };
    // After a failure the names of the last visit stay.
    for (const id of ids.split(" ")) ask(id).catch(() => undefined);
  }, [client, ids, isLive]);
}
