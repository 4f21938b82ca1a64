import { api } from "../../../convex/_generated/api.js";
import { auditKinds, auditLabel } from "../../../convex/rules/labels.ts";
import { DateField } from "../../components/date-field.tsx";
import { FilterSelect } from "../../components/filter-select.tsx";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { useLiveStatus } from "../../hooks/reads/use-live-query.ts";
import { fullName } from "../../lib/format.ts";
import type { AuditSearch } from "./audit-search.ts";

const KIND_OPTIONS = auditKinds.map((value) => ({ value, label: auditLabel(value) }));

/** Narrows the audit log to a kind, a person and days. */
export function AuditFilters(props: { search: AuditSearch; address: DialogAddress }) {
  const { search, address } = props;
  // The log is read without the names too.
  const users = useLiveStatus(api.users.list, {}).answer ?? [];

  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <FilterSelect
        label="What"
        all="Everything"
        options={KIND_OPTIONS}
        value={search.kind}
        onChange={(kind) => address.change({ kind })}
      />
      <FilterSelect
        label="Who"
        all="Everyone"
        options={users.map((user) => ({
          value: user.id,
          label: fullName(user),
          description: user.email,
        }))}
        value={search.user}
        onChange={(user) => address.change({ user })}
      />
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
