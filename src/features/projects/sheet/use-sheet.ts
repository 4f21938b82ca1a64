import { useCallback, useState } from "react";
import type { SentUnit } from "../../../lib/sheet/rows.ts";

/** Units that are pasted from a spreadsheet in a form that takes names too. */
export interface Sheet {
  /** The pasted text; null while there is none. */
  text: string | null;
  /** The units that it makes; null while it has errors. */
  units: readonly SentUnit[] | null;
  paste: (text: string) => void;
  take: (units: readonly SentUnit[] | null) => void;
  /** Goes back to names. */
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
