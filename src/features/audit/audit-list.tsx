import { ScrollText } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { Button } from "../../components/ui/button.tsx";
import { takeLostFocus } from "../../components/take-lost-focus.ts";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { NotOnDevice } from "../../components/ui/not-on-device.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { AuditRow } from "./audit-row.tsx";
import type { AuditFilter } from "./audit-search.ts";

interface AuditListProps {
  filter: AuditFilter;
  /** Removes all filters. */
  onClear: () => void;
}

/** The entries that the filter lets through, newest first; more are shown on demand. */
export function AuditList({ filter, onClear }: AuditListProps) {
  const [pages, setPages] = useState(1);
  return (
    <div className="grid grid-cols-1 gap-3">
      <AuditPageRows
        filter={filter}
        cursor={null}
        pages={pages}
        onMore={() => setPages(pages + 1)}
        onClear={onClear}
      />
    </div>
  );
}

interface AuditPageRowsProps {
  filter: AuditFilter;
  cursor: string | null;
  /** The number of pages that are shown, this one included. */
  pages: number;
  onMore: () => void;
  onClear: () => void;
}

/** A live page of the log, followed by the next pages: each one begins where this one ends now. */
function AuditPageRows({ filter, cursor, pages, onMore, onClear }: AuditPageRowsProps) {
  const answer = useLiveQuery(api.audit.list, cursor === null ? filter : { ...filter, cursor });
  const isMissing = useMissing(answer);
  if (isMissing) return <NotOnDevice />;
  if (answer === undefined) return <AuditSkeleton />;
  const { page, continueCursor } = answer;
  if (page.length === 0 && cursor === null) {
    return (
      <EmptyState
        icon={ScrollText}
        title="No entries"
        description="Nothing of this kind happened in these days."
        action={
          Object.keys(filter).length > 0 && (
            <Button variant="secondary" onClick={onClear}>
              Clear Filters
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <ol
        ref={cursor === null ? undefined : takeLostFocus}
        tabIndex={-1}
        aria-label={cursor === null ? "Entries" : "Earlier entries"}
        className="overflow-clip rounded-lg border border-line bg-surface shadow-raised"
      >
        {page.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </ol>
      {continueCursor !== null && pages === 1 && (
        <Button variant="secondary" className="justify-self-center" onClick={onMore}>
          Show Earlier Entries
        </Button>
      )}
      {continueCursor !== null && pages > 1 && (
        <AuditPageRows
          filter={filter}
          cursor={continueCursor}
          pages={pages - 1}
          onMore={onMore}
          onClear={onClear}
        />
      )}
    </>
  );
}

function AuditSkeleton() {
  return (
    <div aria-busy className="grid gap-2">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-11" />
      ))}
    </div>
  );
}
