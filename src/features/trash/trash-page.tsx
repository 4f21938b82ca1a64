import { useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { Page } from "../../components/layout/page.tsx";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { PartBoundary } from "../../components/part-boundary.tsx";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { screenDescriptions, screenTitles } from "../../lib/screen-titles.ts";
import { RemoveForGoodDialog } from "./remove-for-good-dialog.tsx";
import { TrashFilters } from "./trash-filters.tsx";
import { TrashList } from "./trash-list.tsx";
import { filterOf, type TrashFilter, type TrashSearch } from "./trash-search.ts";
import type { TrashItem } from "./trash-words.ts";

/** The deleted records, each of which can be restored with everything that belonged to it, or removed for good. */
export function TrashPage(props: { search: TrashSearch; address: DialogAddress }) {
  const { search, address } = props;
  const [asked, setAsked] = useState<TrashItem>();
  const filter = filterOf(search);
  const onRemove = (item: TrashItem) => {
    setAsked(item);
    address.open({ remove: item.id });
  };
  return (
    <Page>
      <PageHeader title={screenTitles["/trash"]} description={screenDescriptions["/trash"]} />
      <div className="grid grid-cols-1 gap-4">
        <TrashFilters search={search} address={address} />
        <PartBoundary what="The trash">
          {/* Another filter is another list, which begins at its first page. */}
          <TrashList key={JSON.stringify(filter)} filter={filter} onRemove={onRemove} />
          <RemovalQuestion
            itemId={search.remove}
            asked={asked}
            filter={filter}
            onClose={() => address.close(["remove"])}
          />
        </PartBoundary>
      </div>
    </Page>
  );
}

interface RemovalQuestionProps {
  itemId: string | undefined;
  /** The item that the person chose. For a link without it, the item is looked up on the first page. */
  asked: TrashItem | undefined;
  filter: TrashFilter;
  onClose: () => void;
}

function RemovalQuestion({ itemId, asked, filter, onClose }: RemovalQuestionProps) {
  const first = useLiveQuery(api.trash.list, filter);
  const subject = [asked, ...(first?.page ?? [])].find((item) => item?.id === itemId);
  return (
    <RemoveForGoodDialog item={itemId === undefined ? undefined : subject} onClose={onClose} />
  );
}
