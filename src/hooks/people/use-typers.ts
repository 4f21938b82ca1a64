import { api } from "../../../convex/_generated/api.js";
import { useConnection } from "../reads/use-connection.ts";
import { useLiveStatus } from "../reads/use-live-query.ts";
import { useViewer } from "./use-viewer.ts";

/** The names of the other people who are typing in a field of a record. */
export function useTypers(recordId: string | undefined, field: string): readonly string[] {
  const { id: viewerId } = useViewer();
  const isLive = useConnection().state === "live";
  const { answer = [] } = useLiveStatus(
    api.presence.typing,
    recordId === undefined ? "skip" : { recordId },
  );
  const typers = answer.filter((typer) => typer.field === field && typer.userId !== viewerId);
  return isLive ? [...new Set(typers.map(({ name }) => name))] : [];
}
