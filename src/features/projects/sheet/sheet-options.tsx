import { useId } from "react";
import { Checkbox } from "../../../components/ui/checkbox.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { formatDate } from "../../../lib/format.ts";
import { dayOfCell, orderOfCells } from "../../../lib/sheet/dates.ts";
import type { Reading } from "../../../lib/sheet/rows.ts";

/** The settings of a pasted sheet: the meaning of its first row, and of dates that could be two days. */
export function SheetOptions(props: {
  cells: readonly (readonly string[])[];
  reading: Reading;
  onChange: (reading: Reading) => void;
}) {
  const { cells, reading, onChange } = props;
  const headsId = useId();
  const doubtful = doubtfulDate(cells, reading);
  const read = doubtful === undefined ? undefined : dayOfCell(doubtful, reading.order);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
      <span className="flex min-h-8 items-center gap-2">
        <Checkbox
          id={headsId}
          checked={reading.hasHeads}
          onCheckedChange={(checked) => onChange({ ...reading, hasHeads: checked === true })}
        />
        <label htmlFor={headsId}>The first row has the headings</label>
      </span>
      {doubtful !== undefined && typeof read === "string" && (
        <div className="flex flex-wrap items-center gap-2">
          <span>
            {doubtful} is read as {formatDate(read)}
          </span>
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              onChange({ ...reading, order: reading.order === "day" ? "month" : "day" })
            }
          >
            {reading.order === "day" ? "Read Month First" : "Read Day First"}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The first date that the other order would read as another day, in columns whose own order is not certain. */
function doubtfulDate(cells: readonly (readonly string[])[], reading: Reading): string | undefined {
  for (const [column, meaning] of reading.meanings.entries()) {
    if (meaning === null || !meaning.endsWith("Date")) continue;
    const dates = cells.map((line) => line[column] ?? "");
    if (orderOfCells(dates) !== "either") continue;
    return dates.find((cell) => dayOfCell(cell, "day") !== dayOfCell(cell, "month"));
  }
  return undefined;
}
