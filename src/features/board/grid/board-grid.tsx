import { type KeyboardEvent, memo, useMemo, useRef } from "react";
import { useStore } from "../../../hooks/use-store.ts";
import {
  createRecordSelection,
  type RecordSelection,
} from "../../../lib/selection/record-selection.ts";
import type { BaseTaskStatus } from "../../../../convex/rules/labels.ts";
import type { ColumnGroup } from "../contents/board-columns.ts";
import { BoardGridRow } from "./board-grid-row.tsx";
import { BoardHeads } from "./board-heads.tsx";
import type { BoardTask, BoardUnit } from "../contents/board-types.ts";
import { CellButton } from "./cell-button.tsx";
import { isHead } from "./grid-cursor.ts";
import { useCellActs } from "./use-cell-acts.ts";
import { useBoardWindow } from "./use-board-window.ts";
import { useCellSelection } from "./use-cell-selection.ts";
import type { ShownLine } from "../contents/use-held-lines.ts";

/** The actions of a board; without them it is read-only. */
export interface BoardActs {
  move: (task: BoardTask, unit: BoardUnit, status: BaseTaskStatus) => void;
  openMenu: (task: BoardTask, unit: BoardUnit, cell: HTMLElement) => void;
  openUnit: (unit: BoardUnit) => void;
  sortBy: (column: string) => void;
  fold: (category: string) => void;
}

interface BoardGridProps {
  label: string;
  lines: readonly ShownLine[];
  groups: readonly ColumnGroup[];
  sort: string | undefined;
  showsProject: boolean;
  acts: BoardActs;
  mayChange: boolean;
  /** The selected tasks; without it nothing can be selected. */
  selection?: RecordSelection | undefined;
  /** The factor by which everything is enlarged; 1 by default. */
  scale?: number;
}

const unselectable = createRecordSelection();
const ROW_PX = 44;
const CATEGORY_PX = 32;
const HEAD_PX = 136;

/**
 * Units as rows, their work as columns. Only cells near the viewport are rendered; the heads and the names of the units
 * stay in view. One cell is the tab stop, and keys move on from there.
 */
export const BoardGrid = memo(function BoardGrid(props: BoardGridProps) {
  const { label, lines, sort, showsProject, acts, mayChange, scale = 1 } = props;
  const scrollerRef = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => scaled(props.groups, scale), [props.groups, scale]);
  const columns = useMemo(() => groups.flatMap((group) => group.columns), [groups]);
  const px = { row: ROW_PX * scale, category: CATEGORY_PX * scale, head: HEAD_PX * scale };
  const [nameColumn] = columns;
  // The array stays the same object while the columns do, because each row renders with it.
  const others = useMemo(() => columns.slice(1), [columns]);
  const nameWidth = nameColumn?.width ?? 0;

  const selected = useStore(props.selection ?? unselectable, (ids) => ids);
  const cells = useCellSelection({ selection: props.selection, lines, columns });
  const { grid, rowItems, placed, width, height } = useBoardWindow({
    onExtend: cells.extend,
    ...{ scrollerRef, lines, groups, columns, others, nameWidth },
    ...{ rowPx: px.row, headsPx: px.category + px.head },
  });
  const { cursor, cellRef } = grid;
  const cellActs = useCellActs({
    ...{ lines, columns, acts, mayChange, onCursor: grid.setCursor },
    ...{ cursor, cells },
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target === cellRef.current && cellActs.press(event, cursor)) event.preventDefault();
    else grid.onKeyDown(event);
  };

  return (
    <div
      ref={scrollerRef}
      data-slot="board"
      className="relative h-full overflow-auto overscroll-contain rounded-lg border border-line bg-surface"
    >
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={lines.length + 2}
        aria-colcount={columns.length}
        aria-readonly={!mayChange}
        aria-multiselectable={props.selection !== undefined}
        tabIndex={-1}
        className="relative min-w-full touch-manipulation outline-none select-none"
        style={{ width, height }}
        onKeyDown={onKeyDown}
        {...{ ...grid.focusHandlers, ...cellActs.handlers }}
      >
        <BoardHeads
          groups={groups}
          placed={placed}
          nameColumn={nameColumn}
          categoryPx={px.category}
          headPx={px.head}
          sort={sort}
          cursor={isHead(cursor) ? cursor : null}
          cellRef={cellRef}
        />
        <div role="rowgroup">
          {rowItems.map(({ index, start }) => {
            const line = lines[index];
            return line === undefined ? null : (
              <BoardGridRow
                key={line.id}
                line={line}
                place={index + 3}
                top={start}
                height={px.row}
                placed={placed}
                nameWidth={nameWidth}
                columnCount={columns.length}
                showsProject={showsProject}
                activeColumn={cursor.row === line.id ? cursor.column : null}
                cellRef={cellRef}
                selected={selectedIn(line, selected)}
              />
            );
          })}
        </div>
      </div>
      {mayChange && <CellButton scrollerRef={scrollerRef} onPress={cellActs.openMenuOf} />}
    </div>
  );
});

/**
 * The selected tasks of a line as a text. Texts compare by value, so a line renders again only when its own selection
 * changes.
 */
function selectedIn(line: ShownLine, selected: ReadonlySet<string>): string {
  if (selected.size === 0 || line.kind !== "unit") return "";
  return line.row.tasks.flatMap(({ id }) => (selected.has(id) ? id : [])).join("\n");
}

function scaled(groups: readonly ColumnGroup[], scale: number): readonly ColumnGroup[] {
  if (scale === 1) return groups;
  return groups.map((group) => ({
    ...group,
    columns: group.columns.map((column) => ({ ...column, width: column.width * scale })),
  }));
}
