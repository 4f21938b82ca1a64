import { api } from "../../../convex/_generated/api.js";
import { auditKinds, auditLabel } from "../../../convex/rules/labels.ts";
import { DateField } from "../../components/date-field.tsx";
import { Field } from "../../components/ui/field.tsx";
import { LongSelect } from "../../components/ui/long-select.tsx";
import type { DialogAddress } from "../../hooks/use-dialog-address.ts";
import { useLiveQuery } from "../../hooks/use-live-query.ts";
import { fullName } from "../../lib/format.ts";
import type { AuditSearch } from "./audit-search.ts";

/** Stands for no filter: a choice needs a value. */
const ALL = "all";

const KIND_OPTIONS = [
  { value: ALL, label: "Everything" },
  ...auditKinds.map((value) => ({ value, label: auditLabel(value) })),
];

const LABEL_CLASSES = "gap-1 [&>label]:text-xs [&>label]:font-normal [&>label]:text-ink-muted";

/** Narrows the audit log to a kind, a person and days. */
export function AuditFilters(props: { search: AuditSearch; address: DialogAddress }) {
  const { search, address } = props;
  const users = useLiveQuery(api.users.list, {}) ?? [];
  const people = [
    { value: ALL, label: "Everyone" },
    ...users.map((user) => ({ value: user.id, label: fullName(user), description: user.email })),
  ];
  const choose = (name: "kind" | "user") => (value: string) =>
    address.change({ [name]: value === ALL ? null : value });

  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <Field label="What" className={LABEL_CLASSES}>
        <LongSelect
          quiet
          options={KIND_OPTIONS}
          value={search.kind ?? ALL}
          onValueChange={choose("kind")}
        />
      </Field>
      <Field label="Who" className={LABEL_CLASSES}>
        <LongSelect
          quiet
          options={people}
          value={search.user ?? ALL}
          onValueChange={choose("user")}
        />
      </Field>
      <DateField
        label="From"
        value={search.from ?? null}
        disabled={false}
        onChange={(day) => address.change({ from: day })}
      />
      <DateField
        label="To"
        value={search.to ?? null}
        disabled={false}
        onChange={(day) => address.change({ to: day })}
      />
    </div>
  );
}
