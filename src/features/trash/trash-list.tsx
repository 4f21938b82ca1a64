import { Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "../../hooks/edits/use-server-mutation.ts";
import { Button } from "../../components/ui/button.tsx";
import { takeLostFocus } from "../../components/take-lost-focus.ts";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { NotOnDevice } from "../../components/ui/not-on-device.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { errorCode, errorSentence, showError } from "../../lib/errors.ts";
import { TrashRow } from "./trash-row.tsx";
import type { TrashFilter } from "./trash-search.ts";
import { refusalWords, type TrashItem } from "./trash-words.ts";

interface TrashListProps {
  filter: TrashFilter;
  onRemove: (item: TrashItem) => void;
}

/** The deleted records that pass the filter, newest first; more are loaded on demand. */
export function TrashList({ filter, onRemove }: TrashListProps) {
  const [pages, setPages] = useState(1);
  const restore = useServerMutation(api.trash.restore);
  const onRestore = async ({ id: itemId, name }: TrashItem) => {
    try {
      await restore({ itemId });
      toast({ title: "Restored", description: name });
    } catch (error) {
      showError(error, refusalWords(errorCode(error)) ?? errorSentence(error));
    }
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <TrashPageRows
        filter={filter}
        cursor={null}
        pages={pages}
        onMore={() => setPages(pages + 1)}
        onRestore={onRestore}
        onRemove={onRemove}
      />
    </div>
  );
}

interface TrashPageRowsProps extends TrashListProps {
  cursor: string | null;
  /** The number of pages that are shown, this one included. */
  pages: number;
  onMore: () => void;
  onRestore: (item: TrashItem) => Promise<void>;
}

/** A live page of the trash, followed by the next pages: each one begins where this one ends now. */
function TrashPageRows(props: TrashPageRowsProps) {
  const { filter, cursor, pages, onMore, onRestore, onRemove } = props;
  const answer = useLiveQuery(api.trash.list, cursor === null ? filter : { ...filter, cursor });
  const isMissing = useMissing(answer);
  if (isMissing) return <NotOnDevice />;
  if (answer === undefined) return <TrashSkeleton />;
  const { page, continueCursor } = answer;
  if (page.length === 0 && cursor === null) {
    const isFiltered = Object.keys(filter).length > 0;
    return (
      <EmptyState
        icon={Trash2}
        title={isFiltered ? "Nothing like this in the trash" : "The trash is empty"}
        description="What somebody deletes stands here until it is gone for good."
      />
    );
  }
  return (
    <>
      <ol
        ref={cursor === null ? undefined : takeLostFocus}
        tabIndex={-1}
        aria-label={cursor === null ? "Deleted records" : "Earlier deleted records"}
        className="overflow-clip rounded-lg border border-line bg-surface shadow-raised"
      >
        {page.map((item) => (
          <TrashRow key={item.id} item={item} onRestore={onRestore} onRemove={onRemove} />
        ))}
      </ol>
      {continueCursor !== null && pages === 1 && (
        <Button variant="secondary" className="justify-self-center" onClick={onMore}>
          Show Earlier Deletions
        </Button>
      )}
      {continueCursor !== null && pages > 1 && (
        <TrashPageRows {...props} cursor={continueCursor} pages={pages - 1} />
      )}
    </>
  );
}

function TrashSkeleton() {
  return (
    <div aria-busy className="grid gap-2">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-16" />
      ))}
    </div>
  );
}
