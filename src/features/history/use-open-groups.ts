import { useState } from "react";
import type { HistoryEntry } from "../../lib/history/entries.ts";

export type OpenGroups = {
  isOpen: (entry: HistoryEntry) => boolean;
  toggle: (entry: HistoryEntry) => void;
};

/** The open lines, identified by the ids of their events: a line that gets more events stays open. */
export function useOpenGroups(): OpenGroups {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const isOpen = (entry: HistoryEntry) => entry.some(({ id }) => open.has(id));
  const toggle = (entry: HistoryEntry) => {
    const ids: string[] = entry.map(({ id }) => id);
    const others = [...open].filter((id) => !ids.includes(id));
    setOpen(new Set(isOpen(entry) ? others : [...others, ...ids]));
  };
  return { isOpen, toggle };
}
