import { ArrowDown, ArrowUp, ChevronsLeftRight, ChevronsRightLeft } from "lucide-react";
import { memo, type ReactNode, type RefObject } from "react";
import { cn } from "../../../lib/cn.ts";
import type { BoardColumn, ColumnGroup } from "../contents/board-columns.ts";
import type { PlacedColumn } from "./use-board-window.ts";
import { CATEGORY_ROW, type Cursor, HEAD_ROW, isSameCell } from "./grid-cursor.ts";

interface BoardHeadsProps {
  groups: readonly ColumnGroup[];
  placed: readonly PlacedColumn[];
  nameColumn: BoardColumn | undefined;
  categoryPx: number;
  headPx: number;
  sort: string | undefined;
  /** The head that is the tab stop, if it is one of these. */
  cursor: Cursor | null;
  cellRef: RefObject<HTMLDivElement | null>;
}

/**
 * The two rows above the units, which stay in view: categories, which fold, and columns, which sort. A tap on a cell
 * does not render them.
 */
export const BoardHeads = memo(function BoardHeads(props: BoardHeadsProps) {
  const { placed, nameColumn, categoryPx, headPx, sort } = props;
  const head = ({ column, left, place }: PlacedColumn) => (
    <ColumnHead
      key={column.key}
      column={column}
      left={left}
      place={place}
      direction={directionOf(column, sort)}
      {...focusOf(props, { row: HEAD_ROW, column: column.key })}
    />
  );
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-20 bg-surface"
      style={{ height: categoryPx + headPx }}
    >
      <div role="row" aria-rowindex={1} className="relative" style={{ height: categoryPx }}>
        <CategoryHeads {...props} />
      </div>
      <div
        role="row"
        aria-rowindex={2}
        className="relative border-b border-line-strong"
        style={{ height: headPx }}
      >
        {nameColumn && head({ column: nameColumn, left: 0, place: 1 })}
        {placed.map(head)}
      </div>
    </div>
  );
});

function CategoryHeads(props: BoardHeadsProps) {
  const { groups, nameColumn } = props;
  let left = 0;
  let place = 1;
  const heads: ReactNode[] = [];
  for (const { category, isFolded, columns } of groups) {
    const width = columns.reduce((sum, column) => sum + column.width, 0);
    const key = columns[0]?.key ?? "";
    if (category === null) {
      heads.push(
        <div
          key="unit"
          role="gridcell"
          aria-colindex={1}
          aria-colspan={columns.length}
          className="sticky left-0 z-10 h-full bg-surface"
          style={{ width: nameColumn?.width }}
        />,
      );
    } else {
      const Icon = isFolded ? ChevronsLeftRight : ChevronsRightLeft;
      heads.push(
        <div
          key={category}
          role="columnheader"
          aria-colindex={place}
          aria-colspan={columns.length}
          aria-expanded={!isFolded}
          aria-label={category}
          title={`${isFolded ? "Unfold" : "Fold"} ${category}`}
          data-row={CATEGORY_ROW}
          data-col={key}
          {...focusOf(props, { row: CATEGORY_ROW, column: key })}
          className="group absolute inset-y-0 cursor-pointer border-l border-line hover:bg-hover focus-visible:-outline-offset-2"
          style={{ left, width }}
        >
          {/* The name of a wide category stays in view while its columns scroll. */}
          <span
            className="sticky flex h-full w-fit max-w-full items-center gap-1 px-1.5 text-xs font-semibold text-ink-muted"
            style={{ left: nameColumn?.width }}
          >
            <Icon aria-hidden className="size-3.5 shrink-0 text-ink-faint group-hover:text-ink" />
            <span className={isFolded ? "sr-only" : "truncate"}>{category}</span>
          </span>
        </div>,
      );
    }
    left += width;
    place += columns.length;
  }
  return heads;
}

function ColumnHead(props: {
  column: BoardColumn;
  left: number;
  place: number;
  direction: "ascending" | "descending" | null;
  tabIndex: number;
  ref: RefObject<HTMLDivElement | null> | undefined;
}) {
  const { column, left, place, direction, tabIndex, ref } = props;
  const isName = column.key === "name";
  const isUpright = column.kind === "task" || column.kind === "folded";
  const Arrow = direction === "descending" ? ArrowDown : ArrowUp;
  return (
    <div
      ref={ref}
      role="columnheader"
      aria-colindex={place}
      aria-sort={direction ?? "none"}
      aria-label={column.kind === "folded" ? `${column.label}, completed` : column.label}
      title={`Sort by ${column.label}`}
      tabIndex={tabIndex}
      data-row={HEAD_ROW}
      data-col={column.key}
      className={cn(
        "inset-y-0 flex cursor-pointer gap-0.5 text-xs font-medium text-ink-muted hover:bg-hover hover:text-ink focus-visible:-outline-offset-2",
        isName ? "sticky z-10 h-full bg-surface" : "absolute",
        isUpright
          ? "flex-col items-center justify-end border-l border-line/60 pb-2"
          : "items-end px-2 pb-2",
        direction !== null && "text-accent-text",
      )}
      style={{ left, width: column.width }}
    >
      {direction !== null && <Arrow aria-hidden className="size-3 shrink-0" />}
      <span
        className={cn(
          isUpright
            ? "line-clamp-2 max-h-28 min-h-0 rotate-180 leading-tight [writing-mode:vertical-rl]"
            : "truncate",
        )}
      >
        {column.label}
      </span>
    </div>
  );
}

/** The cell that is the tab stop gets the ref; keys reach the other cells from it. */
function focusOf({ cursor, cellRef }: Pick<BoardHeadsProps, "cursor" | "cellRef">, cell: Cursor) {
  const isActive = cursor !== null && isSameCell(cursor, cell);
  return { tabIndex: isActive ? 0 : -1, ref: isActive ? cellRef : undefined };
}

function directionOf(column: BoardColumn, sort: string | undefined) {
  if (sort === column.key) return "ascending";
  return sort === `-${column.key}` ? "descending" : null;
}
