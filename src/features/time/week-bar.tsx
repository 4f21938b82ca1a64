import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "../../components/ui/button.tsx";
import { formatWeek } from "./week/time-format.ts";
import { shiftWeek, weekFrom } from "./week/week.ts";

interface WeekBarProps {
  monday: string;
  isCurrent: boolean;
  /** Opens the week that begins on this Monday; null opens the current one. */
  onWeek: (monday: string | null) => void;
}

/** The name of the shown week, and the buttons that lead to other weeks. */
export function WeekBar({ monday, isCurrent, onWeek }: WeekBarProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 aria-live="polite" className="text-lg font-semibold tabular-nums">
        {formatWeek(weekFrom(monday))}
      </h2>
      <div role="group" aria-label="Week" className="flex flex-wrap gap-2 max-sm:w-full">
        <Button
          variant="outline"
          className="max-sm:flex-1"
          onClick={() => onWeek(shiftWeek(monday, -1))}
        >
          <ChevronLeft aria-hidden />
          Previous
        </Button>
        <Button
          variant="outline"
          className="max-sm:flex-1"
          aria-current={isCurrent ? "date" : undefined}
          onClick={() => onWeek(null)}
        >
          Current Week
        </Button>
        <Button
          variant="outline"
          className="max-sm:flex-1"
          onClick={() => onWeek(shiftWeek(monday, 1))}
        >
          Next
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </div>
  );
}
