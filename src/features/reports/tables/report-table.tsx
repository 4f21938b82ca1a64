import type { ReactNode, Ref } from "react";

/** A table in a box of its own that scrolls both ways, so that its header and first column stay in view. */
export function ReportTable(props: {
  ref: Ref<HTMLDivElement>;
  label: string;
  minWidth: number;
  /** The numbers of rows beside the header, and of columns; most of them may not exist. */
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
      // Arrow keys scroll what the focus is on.
      tabIndex={0}
      className="max-h-[max(20rem,calc(100dvh-12rem))] min-w-0 overflow-auto overscroll-x-contain rounded-lg border border-line bg-surface shadow-raised max-md:-mx-4 max-md:rounded-none max-md:border-x-0 print:max-h-none print:overflow-visible"
    >
      <table
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columnCount}
        className="w-full table-fixed border-separate border-spacing-0 text-sm text-ink"
        style={{ minWidth }}
      >
        {children}
      </table>
    </div>
  );
}

/** Stands for the rows that do not exist. */
export function SpacerRow({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}
