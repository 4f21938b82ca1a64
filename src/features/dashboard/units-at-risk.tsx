import { Link } from "@tanstack/react-router";
import type { FunctionReturnType } from "convex/server";
import { CircleCheckBig } from "lucide-react";
import type { api } from "../../../convex/_generated/api.js";
import { GivenTo } from "../../components/given-to.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { NotOnDevice } from "../../components/ui/not-on-device.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { formatCount, formatMoney, formatShortDate } from "../../lib/format.ts";
import { peopleOf } from "../../lib/units/given-to.ts";
import { UNIT_RISK } from "../../lib/status.ts";
import { turnLine } from "../../lib/units/turn-line.ts";
import { Panel } from "./panel.tsx";

type Risk = FunctionReturnType<typeof api.analytics.risk>;

type UnitAtRisk = Risk["unitsAtRisk"][number];

/**
 * The units that are late or at risk, the most urgent first, and for people with the permission the cost of vacancy.
 */
export function UnitsAtRisk({ risk }: { risk: Risk | undefined }) {
  const maySeeMoney = useCan("money:read");
  const isMissing = useMissing(risk);
  const loss = risk?.vacancyLossThisMonth;
  return (
    <Panel
      title="Units at risk"
      action={
        maySeeMoney && (
          <p className="text-right text-sm text-ink-muted">
            Vacancy loss this month{" "}
            <span className="font-semibold text-ink tabular-nums">
              {typeof loss === "number" ? formatMoney(loss) : "–"}
            </span>
          </p>
        )
      }
    >
      {isMissing ? (
        <NotOnDevice className="py-8" />
      ) : risk?.unitsAtRisk.length === 0 ? (
        <p className="flex items-center gap-2 px-4 py-4 text-sm text-ink-muted">
          <CircleCheckBig aria-hidden className="size-4 text-success-text" />
          No unit of an active project is late or at risk.
        </p>
      ) : (
        <ul aria-busy={risk === undefined} className="divide-y divide-line">
          {risk === undefined
            ? [1, 2, 3].map((row) => (
                <li key={row} className="px-4 py-3">
                  <Skeleton className="h-9" />
                </li>
              ))
            : risk.unitsAtRisk.map((unit) => <UnitRow key={unit.unitId} unit={unit} />)}
        </ul>
      )}
    </Panel>
  );
}

/** The reason why a unit is late, unless it is blocked. The reason of a unit at risk is in its own line. */
function overdueText({ risk, waitingFor, overdueTasks }: UnitAtRisk): string | null {
  if (risk !== "late" || waitingFor !== null || overdueTasks === 0) return null;
  return `${formatCount(overdueTasks, "task")} overdue`;
}

function UnitRow({ unit }: { unit: UnitAtRisk }) {
  const { label, tone, icon } = UNIT_RISK[unit.risk];
  const line = turnLine({ ...unit, turn: { ...unit, turnDays: null } });
  return (
    <li>
      <Link
        to="/projects/$projectId/units"
        params={{ projectId: unit.projectId }}
        search={{ unit: unit.unitId }}
        className="flex min-h-11 items-center gap-3 px-4 py-2 transition-colors duration-100 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate text-base">
            <span className="font-semibold">{unit.unitName}</span>{" "}
            <span className="text-sm text-ink-muted">{unit.projectName}</span>
          </span>
          <span className="block text-sm text-pretty text-ink-muted">
            {[line?.text, overdueText(unit), formatShortDate(unit.date)]
              .filter(Boolean)
              .join(" · ")}
          </span>
          <GivenTo names={peopleOf(unit)} className="text-sm" />
        </span>
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      </Link>
    </li>
  );
}
