import { memo, useEffect, useRef, useState } from "react";
import { DateField } from "../../components/date-field.tsx";
import { FieldNews } from "../../components/field-news.tsx";
import { quietEdge } from "../../components/ui/control-classes.ts";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLiveField } from "../../hooks/edits/use-live-field.ts";
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

/** The dates of a unit's turn, its rent and what a vacant day costs; managers change them, money is for those who may see it. */
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

type PlanFieldsProps = { unitId: string; monthlyRent: number | null } & Plan;

/** The dates and the rent; a tick of a task changes none of them, and draws none of them. */
const PlanFields = memo(function PlanFields({ unitId, monthlyRent, ...plan }: PlanFieldsProps) {
  const maySeeMoney = useCan("money:read");
  const mayPlan = useCan("unit:plan");
  const { updateUnit } = useUnitActions();
  const [refused, setRefused] = useState<{ field: PlanDate; message: string } | null>(null);

  const change = (field: PlanDate, day: string | null) => {
    const sent = planInput[field].parse(day);
    const errors = planErrors({ ...momentsOf(plan), [field]: sent });
    const [error] = errors;
    setRefused(error === undefined ? null : { field, message: error.message });
    if (error === undefined) updateUnit(unitId, { [field]: day });
  };

  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-1">
        {DATES.map(({ field, label }) => (
          <DateField
            key={field}
            label={label}
            value={plan[field]}
            disabled={!mayPlan}
            onChange={(day) => change(field, day)}
          />
        ))}
        {maySeeMoney && <UnitRent unitId={unitId} monthlyRent={monthlyRent} />}
      </div>
      {refused !== null && (
        <p role="alert" className="text-xs font-medium text-danger-text">
          {refused.message}
        </p>
      )}
    </div>
  );
});

/** The field saves its text by Enter, when it is left and when the dialog closes; a refused rent stays with its reason. */
function UnitRent(props: { unitId: string; monthlyRent: number | null }) {
  const { unitId, monthlyRent } = props;
  const mayPlan = useCan("unit:plan");
  const { updateUnit } = useUnitActions();
  // A device keeps no money, so a kept unit has no rent to show.
  const isKept = useShowsKept();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const saved = monthlyRent === null ? "" : String(monthlyRent);
  const news = useLiveField({
    saved: monthlyRent,
    mine: typed === null ? undefined : rentOf(typed),
    say: (rent) => (rent === null ? null : formatMoney(rent)),
    take: () => setTyped(null),
  });

  const save = () => {
    if (typed === null) return;
    const sent = rentOf(typed);
    const result = planInput.monthlyRent.safeParse(sent);
    setError(result.error?.issues[0]?.message);
    if (!result.success) return;
    setTyped(null);
    if (sent !== monthlyRent) updateUnit(unitId, { monthlyRent: sent });
  };
  // Until it is decided which value stays, the field keeps what was typed.
  const leave = news === null ? save : undefined;
  const say = () => typed !== null && sayNotSaved(typed);
  // A field that goes with its dialog gets no blur.
  const latestEnd = useRef(leave ?? say);
  useEffect(() => {
    latestEnd.current = leave ?? say;
  });
  useEffect(() => () => void latestEnd.current(), []);

  return (
    <Field
      label="Monthly Rent"
      error={error}
      className="gap-1 [&>label]:text-xs [&>label]:font-normal [&>label]:text-ink-muted"
    >
      <Input
        inputMode="decimal"
        autoComplete="off"
        placeholder={isKept ? "Not on this device" : "Not set"}
        className={quietEdge}
        disabled={!mayPlan}
        value={typed ?? saved}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === "Enter") leave?.();
        }}
      />
      <FieldNews
        record={{ id: unitId, unitId }}
        field="monthlyRent"
        news={news && { ...news, keep: save }}
      />
    </Field>
  );
}

/** Typed text is not lost with the dialog. */
function sayNotSaved(typed: string): void {
  toast({
    title: "Monthly rent was not saved",
    description: `Somebody changed it meanwhile. You typed ${typed}.`,
  });
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
