import { useConnection } from "../../hooks/reads/use-connection.ts";
import { useStore } from "../../hooks/use-store.ts";
import { answers } from "../../lib/answers/answers.ts";
import { formatCount } from "../../lib/format.ts";
import type { TextSearch } from "./use-text-choices.ts";

interface PaletteFootProps {
  text: string;
  /** The number of results. */
  count: number;
  asksUnit: boolean;
  /** False while names of units are missing. */
  hasUnits: boolean;
  /** The state of the search in tasks and notes. */
  texts: TextSearch["state"];
}

/** The messages below the results: nothing found, the server still searches, or a part could not be searched. */
export function PaletteFoot({ text, count, asksUnit, hasUnits, texts }: PaletteFootProps) {
  const isLive = useConnection().state === "live";
  const isUnread = useStore(answers.summary, ({ isStale }) => isStale) && isLive;
  const isSearching = texts === "searching";
  const isLoading = !hasUnits && isLive && !isUnread;
  const isWaiting = isSearching || isLoading;
  const isEmpty = count === 0 && !isWaiting && (text.trim() !== "" || asksUnit);
  return (
    <>
      {isEmpty && (
        <p className="px-4 pb-6 text-center text-sm break-words text-ink-muted">
          {text.trim() === "" ? "Type the name of a unit." : `Nothing found: “${text}”.`}
        </p>
      )}
      {isLoading && <Line>The names of units are on their way…</Line>}
      {isUnread && <Line>Not everything could be read, so something may be missing here.</Line>}
      {isSearching && <Line>Searching tasks and notes…</Line>}
      {texts === "failed" && <Line>Tasks and notes could not be searched.</Line>}
      {!isLive && (
        <Line>
          {asksUnit
            ? "Without a connection, only what this device has seen is found."
            : "Without a connection, only what this device has seen is found, and tasks and notes are not searched."}
        </Line>
      )}
      <span role="status" className="sr-only">
        {text.trim() === "" || isWaiting ? "" : formatCount(count, "result")}
      </span>
    </>
  );
}

function Line({ children }: { children: string }) {
  return (
    <p className="shrink-0 border-t border-line px-4 py-2 text-sm text-ink-muted">{children}</p>
  );
}
