import { Fragment } from "react";
import { OrderButton, sortOf } from "./order-button.tsx";
import type { ReportOrder } from "./report-order.ts";
import { UnitLink, type UnitPlace } from "../run/unit-link.tsx";

/** The name of the task column in the sort order; a unit's column has the unit's id as its name. */
export const TASK_NAME = "Task Name";

/**
 * A column of the matrix that is rendered because it is near the viewport or has the focus. `missing` is the number of
 * columns that one placeholder before it stands for; null without a placeholder.
 */
export type ShownUnit = {
  index: number;
  label: string;
  place: UnitPlace | undefined;
  missing: number | null;
};

interface MatrixHeadProps {
  units: readonly ShownUnit[];
  order: ReportOrder;
  onOrder: (order: ReportOrder) => void;
}

/** The heads of the matrix. Each one sorts the rows; the head of a unit also links to it. */
export function MatrixHead({ units, ...ordering }: MatrixHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th
          scope="col"
          aria-sort={sortOf(ordering.order, TASK_NAME)}
          className="group sticky top-0 left-0 z-20 h-11 border-r border-b border-line bg-sunken px-1 text-left text-xs font-medium text-ink-muted"
        >
          <OrderButton {...ordering} column={TASK_NAME} className="h-full px-2">
            {TASK_NAME}
          </OrderButton>
        </th>
        {units.map((unit) => (
          <Fragment key={unit.index}>
            {unit.missing !== null && <Room />}
            <UnitHead unit={unit} {...ordering} />
          </Fragment>
        ))}
        <Room />
      </tr>
    </thead>
  );
}

/** An empty cell in place of the heads that are not rendered. */
function Room() {
  return <td aria-hidden className="sticky top-0 z-10 border-b border-line bg-sunken p-0" />;
}

function UnitHead({ unit, ...ordering }: { unit: ShownUnit } & Omit<MatrixHeadProps, "units">) {
  const { index, label, place } = unit;
  return (
    <th
      scope="col"
      aria-colindex={index + 2}
      data-column={label}
      aria-label={label}
      aria-sort={place && sortOf(ordering.order, place.unitId)}
      title={label}
      className="group sticky top-0 z-10 border-b border-line bg-sunken pl-2 text-left text-xs font-medium text-ink"
    >
      <span className="flex items-center justify-between gap-1">
        <UnitLink place={place} className="line-clamp-2 min-w-0 break-words">
          {label}
        </UnitLink>
        {place && (
          <OrderButton
            {...ordering}
            column={place.unitId}
            label={`Sort by ${label}`}
            className="size-6 shrink-0 justify-center touch:h-11 touch:w-9"
          />
        )}
      </span>
    </th>
  );
}
