import { useCallback, useState } from "react";
import type { SentUnit } from "../../../lib/sheet/rows.ts";

/** The units pasted from a spreadsheet, in a form that also takes names. */
export interface Sheet {
  /** The pasted text; null without one. */
  text: string | null;
  /** The units that the text makes; null while it has errors. */
  units: readonly SentUnit[] | null;
  paste: (text: string) => void;
  take: (units: readonly SentUnit[] | null) => void;
  /** Discards the pasted text and returns to names. */
  leave: () => void;
}

/** The pasted units of a form. */
export function useSheet(): Sheet {
  const [text, setText] = useState<string | null>(null);
  const [units, setUnits] = useState<readonly SentUnit[] | null>(null);
  const start = useCallback((next: string | null) => {
    setText(next);
    setUnits(null);
  }, []);
  const leave = useCallback(() => start(null), [start]);
  return { text, units, paste: start, take: setUnits, leave };
}
