import type { ReactNode } from "react";
import type { TurnStatusRow } from "../../../../convex/rules/turnReport.ts";
import { Badge } from "../../../components/ui/badge.tsx";
import { Progress } from "../../../components/ui/progress.tsx";
import { daysSince } from "../../../lib/company-day.ts";
import { companyZone } from "../../../lib/company-zone.ts";
import { formatCount, formatDate, formatMoney, formatPercent } from "../../../lib/format.ts";
import { BLOCKED_REASON, UNIT_RISK, UNIT_STATUS } from "../../../lib/status.ts";
import type { ReportBlock, UnitTaskStatusRow } from "../run/report-types.ts";

/** A column of a report of units: its title and width, its value for sorting and for the file, and its cell. */
export interface Column<Row> {
  title: string;
  px: number;
  value: (row: Row) => string | number | null;
  /** The text in the file, if it differs from the value. */
  written?: (row: Row) => string | number;
  cell?: (row: Row) => ReactNode;
  isText?: boolean;
  isAlarm?: (row: Row) => boolean;
}

/** The columns of the unit task status report, in the table and in the file. */
export const STATUS_COLUMNS: readonly Column<UnitTaskStatusRow>[] = [
  { title: "Unit", px: 124, value: (row) => row.unitNumber, isText: true },
  { title: "Project", px: 150, value: (row) => row.projectName, isText: true },
  { title: "Total Tasks", px: 104, value: (row) => row.totalTasks },
  { title: "Completed", px: 98, value: (row) => row.completedTasks },
  { title: "In Progress", px: 104, value: (row) => row.inProgressTasks },
  { title: "Not Started", px: 104, value: (row) => row.notStartedTasks },
  {
    title: "Overdue",
    px: 90,
    value: (row) => row.overdueTasks,
    isAlarm: (row) => row.overdueTasks > 0,
  },
  {
    title: "Completion %",
    px: 132,
    value: (row) => row.completionPercentage,
    isText: true,
    cell: ({ completionPercentage: percent, unitNumber }) => (
      <span className="flex items-center gap-2.5">
        {/* Without exact colours, browsers print no bar. */}
        <Progress
          value={percent}
          label={`Completion of ${unitNumber}`}
          className="[print-color-adjust:exact]"
        />
        <span className="w-10 shrink-0 text-right tabular-nums">{formatPercent(percent)}</span>
      </span>
    ),
  },
  { title: "Est. Hours", px: 98, value: (row) => row.estimatedHours },
  { title: "Actual Hours", px: 112, value: (row) => row.actualHours },
];

const TURN: readonly Column<TurnStatusRow>[] = [
  { title: "Unit", px: 130, value: (row) => row.unitNumber, isText: true },
  { title: "Project", px: 160, value: (row) => row.projectName, isText: true },
  {
    title: "Status",
    px: 120,
    value: (row) => UNIT_STATUS[row.status].label,
    isText: true,
  },
  {
    title: "Risk",
    px: 124,
    // The order of the risks, the most urgent first.
    value: (row) => Object.keys(UNIT_RISK).indexOf(row.risk),
    written: (row) => UNIT_RISK[row.risk].label,
    isText: true,
    cell: ({ risk }) => (
      // On paper the columns are narrower.
      <Badge tone={UNIT_RISK[risk].tone} icon={UNIT_RISK[risk].icon} className="print:px-0">
        {UNIT_RISK[risk].label}
      </Badge>
    ),
  },
  dateColumn("Move-out", (row) => row.moveOutDate),
  dateColumn("Ready-by", (row) => row.readyByDate),
  dateColumn("Move-in", (row) => row.moveInDate),
  { title: "Days Vacant", px: 120, value: (row) => row.daysVacant },
  { title: "Turn Days", px: 108, value: (row) => row.turnDays },
  {
    title: "To Ready-by",
    px: 124,
    value: (row) => row.daysToReadyBy,
    isAlarm: isLate((row) => row.daysToReadyBy),
  },
  {
    title: "To Move-in",
    px: 116,
    value: (row) => row.daysToMoveIn,
    isAlarm: isLate((row) => row.daysToMoveIn),
  },
  { title: "Tasks Done", px: 112, value: (row) => row.completedTasks },
  { title: "Total Tasks", px: 110, value: (row) => row.totalTasks },
  {
    title: "Blocked",
    px: 88,
    value: (row) => row.blockedTasks,
    isAlarm: (row) => row.blockedTasks > 0,
  },
  {
    title: "Blocked By",
    px: 170,
    value: (row) => row.blocks.map(blockText).join(", ") || null,
    isText: true,
  },
  { title: "Est. Hours", px: 106, value: (row) => row.estimatedHours },
  { title: "Actual Hours", px: 118, value: (row) => row.actualHours },
];

const MONEY: readonly Column<TurnStatusRow>[] = [
  moneyColumn("Monthly Rent", (row) => row.monthlyRent),
  moneyColumn("Vacancy Loss", (row) => row.vacancyLoss),
  moneyColumn("Cost", (row) => row.cost),
];

const TURN_WITH_MONEY = [...TURN, ...MONEY];

/**
 * The columns of the turn status report, in the table and in the file. Columns with money need the permission to see
 * it.
 */
export function turnColumns(withMoney: boolean): readonly Column<TurnStatusRow>[] {
  return withMoney ? TURN_WITH_MONEY : TURN;
}

/** The content of a cell. */
export function textOf<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell?.(row) ?? column.value(row) ?? "–";
}

/** The rows as lines of a file, after a line with the titles. */
export function linesOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): (string | number)[][] {
  const lines = rows.map((row) =>
    columns.map(({ value, written }) => written?.(row) ?? value(row) ?? ""),
  );
  return [columns.map(({ title }) => title), ...lines];
}

function dateColumn(
  title: string,
  dateOf: (row: TurnStatusRow) => string | null,
): Column<TurnStatusRow> {
  return {
    title,
    px: 112,
    value: dateOf,
    written: (row) => dateOf(row)?.slice(0, 10) ?? "",
    isText: true,
    cell: (row) => formatDate(dateOf(row)),
  };
}

function moneyColumn(
  title: string,
  amountOf: (row: TurnStatusRow) => number | null,
): Column<TurnStatusRow> {
  const cell = (row: TurnStatusRow) => {
    const amount = amountOf(row);
    return amount === null ? null : formatMoney(amount);
  };
  return { title, px: 130, value: amountOf, cell };
}

/** A block in words: "Parts (3 days)". */
export function blockText({ reason, since }: ReportBlock): string {
  const days = daysSince(since, companyZone.snapshot());
  const { label } = BLOCKED_REASON[reason];
  return days === 0 ? label : `${label} (${formatCount(days, "day")})`;
}

function isLate(daysOf: (row: TurnStatusRow) => number | null) {
  return (row: TurnStatusRow) => row.risk === "late" && (daysOf(row) ?? 0) < 0;
}
