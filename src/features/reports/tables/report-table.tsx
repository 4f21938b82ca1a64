import type { CSSProperties, ReactNode, Ref } from "react";

/**
 * A table in a box of its own that scrolls both ways, so that its header and first column stay in view. On paper it has
 * the width of a landscape sheet, and repeats its header.
 */
export function ReportTable(props: {
  ref: Ref<HTMLDivElement> | undefined;
  label: string;
  minWidth: number;
  /** The number of rows without the header, and of columns; most of them may not be rendered. */
  rowCount: number;
  columnCount: number;
  children: ReactNode;
}) {
  const { ref, label, minWidth, rowCount, columnCount, children } = props;
  return (
    <div
      ref={ref}
      role="region"
      aria-label={`${label}, scrollable`}
      // The arrow keys scroll the element that has the focus.
      tabIndex={0}
      data-landscape
      style={{ "--print-zoom": printZoom(minWidth) } as CSSProperties}
      className="max-h-[max(20rem,calc(100dvh-12rem))] min-w-0 overflow-auto overscroll-x-contain rounded-lg border border-line bg-surface shadow-raised max-md:-mx-4 max-md:rounded-none max-md:border-x-0 print:max-h-none print:overflow-visible print:[zoom:var(--print-zoom)]"
    >
      <table
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columnCount}
        className="w-full table-fixed border-separate border-spacing-0 text-sm text-ink print:min-w-0! print:[&_td]:px-1 print:[&_th]:static print:[&_th]:px-1"
        style={{ minWidth }}
      >
        {children}
      </table>
    </div>
  );
}

/** The width of a landscape sheet in px, with room for the margins of a printer. */
const SHEET_PX = 920;

/** The smallest scale in print at which the texts can be read. */
const LEAST_ZOOM = 0.57;

/** The scale at which a table fits the width of a sheet. */
function printZoom(width: number): number {
  return Math.max(LEAST_ZOOM, Math.min(1, SHEET_PX / width));
}

/** An empty row in place of the rows that are not rendered. */
export function SpacerRow({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}
