import { SearchX, Users } from "lucide-react";
import { useCallback, useMemo, useRef } from "react";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import type { SearchPatch } from "../../hooks/address/use-dialog-address.ts";
import { usePlace } from "../../hooks/use-place.ts";
import { formatCount } from "../../lib/format.ts";
import type { MemberActions } from "./member-actions.tsx";
import { PoolCards } from "./pool-cards.tsx";
import type { PoolSearch } from "./pool-search.ts";
import { PoolTable } from "./pool-table.tsx";
import { PoolOrderPicker, PoolToolbar } from "./pool-toolbar.tsx";
import { shownMembers, tradesOf, type PoolMember } from "./shown-members.ts";
import type { PoolOrder } from "./sort-header.tsx";
import { useSearchText } from "../../hooks/address/use-search-text.ts";

/** The smallest width for the table, in px: with less, the column of projects could not hold "Not assigned". */
const MIN_TABLE_PX = 940;

interface PoolViewProps {
  pool: readonly PoolMember[];
  search: PoolSearch;
  onChange: (patch: SearchPatch) => void;
  onAdd: () => void;
  actions: MemberActions;
}

/** The members that search and filters let through, as a table or, on narrow screens, as cards. */
export function PoolView({ pool, search, onChange, onAdd, actions }: PoolViewProps) {
  const settle = useCallback((q: string) => onChange({ q: q === "" ? null : q }), [onChange]);
  const [text, setText] = useSearchText(search.q ?? "", settle);
  const shown = useMemo(() => shownMembers(pool, { ...search, q: text }), [pool, search, text]);
  const trades = useMemo(() => tradesOf(pool), [pool]);
  const listRef = useRef<HTMLDivElement>(null);
  // A narrow window is known before the first layout.
  const isNarrowWindow = window.innerWidth < MIN_TABLE_PX;
  const { width, top } = usePlace(listRef, !isNarrowWindow);
  const isNarrow = isNarrowWindow || (width > 0 && width < MIN_TABLE_PX);
  const order = { sort: search.sort ?? "name", descending: search.dir === "desc" };
  const changeOrder = ({ sort, descending }: PoolOrder) =>
    onChange({ sort: sort === "name" ? null : sort, dir: descending ? "desc" : null });
  const clear = () => {
    setText("");
    onChange({ q: null, role: null, trade: null, assignment: null });
  };

  if (pool.length === 0) {
    return (
      <EmptyState
        icon={Users}
        title="No team members yet"
        description="Add the people who work on your projects"
        action={<Button onClick={onAdd}>Add Your First Team Member</Button>}
      />
    );
  }
  return (
    <div className="grid gap-3">
      <PoolToolbar
        text={text}
        onText={setText}
        search={search}
        trades={trades}
        onChange={onChange}
      />
      <div className="flex min-h-8 items-center justify-between gap-3 touch:min-h-11">
        <p role="status" className="text-sm text-ink-muted">
          {shown.length} of {formatCount(pool.length, "member")}
        </p>
        {isNarrow && <PoolOrderPicker order={order} onOrder={changeOrder} />}
      </div>
      <div ref={listRef}>
        {shown.length === 0 && (
          <EmptyState
            icon={SearchX}
            title="No members match"
            description="Nobody in the pool fits the search and the filters."
            action={
              <Button variant="secondary" onClick={clear}>
                Clear Filters
              </Button>
            }
          />
        )}
        {shown.length > 0 && isNarrow && <PoolCards members={shown} actions={actions} />}
        {shown.length > 0 && !isNarrow && (
          <PoolTable
            members={shown}
            order={order}
            onOrder={changeOrder}
            actions={actions}
            top={top}
          />
        )}
      </div>
    </div>
  );
}
