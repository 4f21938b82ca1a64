import { useMemo, useState } from "react";
import { type BoardLine, unitLine } from "./board-order.ts";
import type { BoardRow } from "./board-types.ts";

/** A line as it is shown. A unit that was deleted keeps its place until the lines are sorted again. */
export type ShownLine = BoardLine & { isGone?: boolean };

/**
 * The lines of a board, of which none moves while it is held: neither a new order nor a filter that a unit no longer
 * passes takes a row away from under a finger. New units are added below. Another `view`, which the person has chosen
 * by filters and order, is shown at once.
 */
export function useHeldLines(board: {
  lines: readonly BoardLine[];
  rows: readonly BoardRow[];
  isHeld: boolean;
  view: string;
}) {
  const { lines, rows, isHeld, view } = board;
  const [kept, setKept] = useState({ view, lines });
  const isFree = !isHeld || kept.view !== view;
  if (isFree && (kept.view !== view || kept.lines !== lines)) setKept({ view, lines });
  const sortAgain = () => setKept({ view, lines });
  const held = useMemo(
    () => (isFree ? null : heldLines(kept.lines, lines, rows)),
    [isFree, kept.lines, lines, rows],
  );
  if (held === null) return { lines: lines as readonly ShownLine[], hasChanged: false, sortAgain };
  return { ...held, sortAgain };
}

/** The present content of the lines, in the places that the lines had. */
function heldLines(
  kept: readonly BoardLine[],
  lines: readonly BoardLine[],
  rows: readonly BoardRow[],
): { lines: readonly ShownLine[]; hasChanged: boolean } {
  const lineById = new Map(lines.map((line) => [line.id, line]));
  const rowById = new Map(rows.map((row) => [row.unit.id as string, row]));
  const known = new Set(kept.map(({ id }) => id));
  const shown: ShownLine[] = [
    ...kept.map((line): ShownLine => {
      const row = rowById.get(line.id);
      if (line.kind === "floor") return lineById.get(line.id) ?? line;
      return row === undefined ? { ...line, isGone: true } : unitLine(row);
    }),
    ...lines.filter(({ id }) => !known.has(id)),
  ];
  const hasChanged =
    shown.length !== lines.length || shown.some(({ id }, at) => id !== lines[at]?.id);
  return { lines: shown, hasChanged };
}
