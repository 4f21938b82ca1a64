import { memo, useState } from "react";
import { DateField } from "../../components/date-field.tsx";
import { LiveTextField } from "../../components/live-text-field.tsx";
import { useShowsKept } from "../../hooks/reads/use-shows-kept.ts";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { formatCount, formatMoney } from "../../lib/format.ts";
import { planInput, planErrors } from "../../../convex/rules/inputs/plan.ts";
import type { UnitListItem } from "./unit-filter.ts";
import { UnitNow } from "./unit-now.tsx";
import { useUnitActions } from "./use-unit-actions.ts";

type PlanDate = "moveOutDate" | "readyByDate" | "moveInDate";

type Plan = Readonly<Record<PlanDate, string | null>>;

const DATES: readonly { field: PlanDate; label: string }[] = [
  { field: "moveOutDate", label: "Move-out" },
  { field: "readyByDate", label: "Ready-by" },
  { field: "moveInDate", label: "Move-in" },
];

/**
 * The dates of a unit's turn, its rent and the cost of a vacant day. Managers can change them; money needs the
 * permission to see it.
 */
export function UnitPlan({ unit }: { unit: UnitListItem }) {
  return (
    <div className="grid gap-3">
      <UnitNow unit={unit} />
      <PlanFields
        unitId={unit.id}
        moveOutDate={unit.moveOutDate}
        readyByDate={unit.readyByDate}
        moveInDate={unit.moveInDate}
        monthlyRent={unit.monthlyRent}
      />
      <PlanFigures unit={unit} />
    </div>
  );
}

/** A refused date. It was judged beside these dates of this unit; with others, what the message says is not known. */
type Refused = { field: PlanDate; message: string; judged: string };

type PlanFieldsProps = { unitId: string; monthlyRent: number | null } & Plan;

/** The fields for dates and rent. A tick of a task changes none of their values, so it does not render them. */
const PlanFields = memo(function PlanFields({ unitId, monthlyRent, ...plan }: PlanFieldsProps) {
  const maySeeMoney = useCan("money:read");
  const mayPlan = useCan("unit:plan");
  const { updateUnit } = useUnitActions();
  const [refused, setRefused] = useState<Refused | null>(null);
  const judged = [unitId, ...DATES.map(({ field }) => plan[field])].join(" ");

  const change = (field: PlanDate, day: string | null) => {
    const sent = planInput[field].parse(day);
    const errors = planErrors({ ...momentsOf(plan), [field]: sent });
    const [error] = errors;
    setRefused(error === undefined ? null : { field, message: error.message, judged });
    if (error === undefined) updateUnit(unitId, { [field]: day });
  };

  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-1">
      {DATES.map(({ field, label }) => (
        <DateField
          key={field}
          label={label}
          value={plan[field]}
          disabled={!mayPlan}
          error={
            refused?.field === field && refused.judged === judged ? refused.message : undefined
          }
          onChange={(day) => change(field, day)}
        />
      ))}
      {maySeeMoney && <UnitRent unitId={unitId} monthlyRent={monthlyRent} />}
    </div>
  );
});

function UnitRent(props: { unitId: string; monthlyRent: number | null }) {
  const { unitId, monthlyRent } = props;
  const mayPlan = useCan("unit:plan");
  const { updateUnit } = useUnitActions();
  // A device keeps no money, so a unit from the device's store has no rent to show.
  const isKept = useShowsKept();
  return (
    <LiveTextField
      label="Monthly Rent"
      record={{ id: unitId, unitId }}
      field="monthlyRent"
      saved={monthlyRent}
      valueOf={rentOf}
      textOf={textOfRent}
      rule={planInput.monthlyRent}
      say={formatMoney}
      onSave={(rent) => updateUnit(unitId, { monthlyRent: rent })}
      disabled={!mayPlan}
      placeholder={isKept ? "Not on this device" : "Not set"}
      inputMode="decimal"
    />
  );
}

function PlanFigures({ unit: { turn } }: { unit: UnitListItem }) {
  const facts = [
    ["Vacant", turn.daysVacant === null ? null : formatCount(turn.daysVacant, "day")],
    ["Turn", turn.turnDays === null ? null : formatCount(turn.turnDays, "day")],
    ["Work left", turn.openHours === 0 ? null : `${String(turn.openHours)}h`],
    ["Vacancy loss", turn.vacancyLoss === null ? null : formatMoney(turn.vacancyLoss)],
  ].filter(([, value]) => value !== null);
  if (facts.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="flex gap-1.5">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function momentsOf({ moveOutDate, readyByDate, moveInDate }: Plan) {
  const moment = (iso: string | null) => (iso === null ? null : Date.parse(iso));
  return {
    moveOutDate: moment(moveOutDate),
    readyByDate: moment(readyByDate),
    moveInDate: moment(moveInDate),
  };
}

/** The rent in a field's text, null when it is empty, NaN when it is no number. */
function rentOf(text: string): number | null {
  const trimmed = text.trim().replace(/^\$/, "").replaceAll(",", "");
  if (trimmed === "") return null;
  return /^\d+(\.\d*)?$|^\.\d+$/.test(trimmed) ? Number(trimmed) : NaN;
}

/** The rent as a text for the field: no decimals for a whole amount, else two. */
function textOfRent(rent: number): string {
  return rent.toFixed(Number.isInteger(rent) ? 0 : 2);
}
