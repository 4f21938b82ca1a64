import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { Checkbox } from "../../../components/ui/checkbox.tsx";
import { Input } from "../../../components/ui/input.tsx";
import { useFocusKept } from "../../../hooks/use-focus-kept.ts";
import type { UnitChoice } from "../run/report-types.ts";

/**
 * All rows have one height, so that thousands of units need no measuring. On phones it is the height of a touch target.
 */
const ROW_PX = 32;
const TOUCH_ROW_PX = 44;
const MIN_COLUMN_PX = 208;
/** The largest number of units without a search field. */
const MAX_WITHOUT_SEARCH = 24;

const idOf = ({ unitId }: UnitChoice) => unitId;

/** A checkbox for each unit, in as many columns as fit. Only rows near the viewport are rendered. */
export function UnitPicker(props: {
  units: readonly UnitChoice[];
  /** True when the units are from several projects. */
  showProject: boolean;
  picked: readonly string[];
  onPick: (unitIds: readonly string[]) => void;
}) {
  const { units, showProject, picked, onPick } = props;
  const [text, setText] = useState("");
  const scrollRef = useRef<HTMLDivElement>(null);
  const { columns, rowPx } = useColumns(scrollRef);
  const pickedIds = useMemo(() => new Set(picked), [picked]);
  const shown = useMemo(() => matching(units, text), [units, text]);
  const virtualizer = useVirtualizer({
    count: Math.ceil(shown.length / columns),
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => `${String(rowPx)} ${String(index)}`,
    overscan: 6,
    rangeExtractor: useFocusKept(shown, { idOf, perRow: columns }),
  });

  const toggle = (id: string, isPicked: boolean) =>
    onPick(isPicked ? [...picked, id] : picked.filter((other) => other !== id));

  return (
    <div className="grid min-w-0 gap-2">
      {units.length > MAX_WITHOUT_SEARCH && (
        <Input
          type="search"
          aria-label="Find units"
          placeholder="Find units"
          autoComplete="off"
          className="max-w-72"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            scrollRef.current?.scrollTo({ top: 0 });
          }}
        />
      )}
      <div
        ref={scrollRef}
        role="group"
        aria-label="Units"
        className="max-h-56 min-w-0 overflow-y-auto overscroll-contain rounded-md border border-line px-3 py-1"
      >
        {shown.length === 0 && (
          <p className="py-2 text-sm text-ink-muted">
            {units.length === 0 ? "There are no units yet." : "No unit matches."}
          </p>
        )}
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((row) => (
            <div
              key={row.key}
              className="absolute inset-x-0 top-0 grid gap-x-4"
              style={{
                height: rowPx,
                gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))`,
                transform: `translateY(${String(row.start)}px)`,
              }}
            >
              {shown.slice(row.index * columns, (row.index + 1) * columns).map((unit) => (
                <UnitBox
                  key={unit.unitId}
                  unit={unit}
                  showProject={showProject}
                  isPicked={pickedIds.has(unit.unitId)}
                  onToggle={toggle}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function UnitBox(props: {
  unit: UnitChoice;
  showProject: boolean;
  isPicked: boolean;
  onToggle: (unitId: string, isPicked: boolean) => void;
}) {
  const { unit, showProject, isPicked, onToggle } = props;
  const { unitId, unitNumber, projectName } = unit;
  return (
    <label
      data-item={unitId}
      className="flex min-w-0 items-center gap-2 text-sm text-ink"
      title={showProject ? `${unitNumber}, ${projectName}` : unitNumber}
    >
      <Checkbox
        checked={isPicked}
        onCheckedChange={(checked) => onToggle(unitId, checked === true)}
      />
      <span className="truncate">
        {unitNumber}
        {showProject && <span className="text-ink-muted">{` ${projectName}`}</span>}
      </span>
    </label>
  );
}

function matching(units: readonly UnitChoice[], text: string): readonly UnitChoice[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === "") return units;
  return units.filter(({ unitNumber, projectName }) =>
    `${unitNumber} ${projectName}`.toLocaleLowerCase().includes(wanted),
  );
}

/** The number of columns that fit, and the height of a row; known before the first paint. */
function useColumns(scrollRef: { current: HTMLElement | null }) {
  const [place, setPlace] = useState({ columns: 1, rowPx: ROW_PX });
  useLayoutEffect(() => {
    const element = scrollRef.current;
    if (!element) return;
    const measure = () => {
      const columns = Math.max(1, Math.floor(element.clientWidth / MIN_COLUMN_PX));
      const isTouch = window.matchMedia("(width < 48rem), (pointer: coarse)").matches;
      const rowPx = isTouch ? TOUCH_ROW_PX : ROW_PX;
      setPlace((old) =>
        old.columns === columns && old.rowPx === rowPx ? old : { columns, rowPx },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scrollRef]);
  return place;
}
