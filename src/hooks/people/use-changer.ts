import { type ConvexReactClient, useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import type { EditedRecord } from "../../lib/forms/field-news.ts";
import { useViewer } from "./use-viewer.ts";

/** The person who changed a field. `isMe` means the viewer in another window. */
export interface Changer {
  name: string;
  isMe: boolean;
}

/** The number of events that are searched: a change that is news is among the newest of its unit or project. */
const LOOKED_AT = 30;

/**
 * The person who gave a field its present value, from the history; null until that is known, and when it cannot be
 * read.
 */
export function useChanger(
  record: EditedRecord | undefined,
  { field, isNews, text }: { field: string; isNews: boolean; text: string | null },
): Changer | null {
  const client = useConvex();
  const { id: viewerId } = useViewer();
  const [found, setFound] = useState<{ of: string; changer: Changer } | null>(null);
  const { id, unitId, projectId } = record ?? {};
  const of = `${id ?? ""} ${field} ${text ?? ""}`;

  useEffect(() => {
    if (!isNews || id === undefined) return;
    let isOver = false;
    const find = async () => {
      const events = await readHistory(client, { unitId, projectId });
      const own = events.filter(({ recordId }) => recordId === id);
      const event = own.find(({ changes }) => changes.some((one) => one.field === field)) ?? own[0];
      if (isOver || event === undefined || event.userId === null) return;
      setFound({ of, changer: { name: event.userName, isMe: event.userId === viewerId } });
    };
    // Without the history, the change is shown as somebody's.
    find().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [client, viewerId, id, unitId, projectId, field, of, isNews]);

  return isNews && found?.of === of ? found.changer : null;
}

async function readHistory(
  client: ConvexReactClient,
  { unitId, projectId }: { unitId: string | undefined; projectId: string | undefined },
) {
  if (unitId !== undefined)
    return (await client.query(api.history.ofUnit, { unitId, limit: LOOKED_AT })).page;
  if (projectId !== undefined)
    return (await client.query(api.history.ofProject, { projectId, limit: LOOKED_AT })).page;
  return [];
}
