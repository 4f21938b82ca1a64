import { FilterX, Images, SquareSplitHorizontal, X } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import { WindowGrid } from "../../components/window-grid.tsx";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import type { ProjectPhoto } from "../../lib/photos/photo.ts";
import { LoadMore } from "../../components/load-more.tsx";
import { screenDescriptions, screenTitles } from "../../lib/screen-titles.ts";
import { PairBar } from "./pair-bar.tsx";
import { inOrder, withPressed } from "./pair.ts";
import { useWallPhotos, type WallPhotos, type WallQuestion } from "./use-wall-photos.ts";
import { groupsOf } from "./wall-groups.ts";
import { WallFilters } from "./wall-filters.tsx";
import { WALL_FILTERS, type WallSearch } from "./wall-search.ts";
import { WallTile } from "./wall-tile.tsx";

interface PhotoWallPageProps {
  projectId: string;
  search: WallSearch;
  address: DialogAddress;
  /** Renders the viewer of the open photo. The photos are undefined while the open one is searched for. */
  renderViewer: (
    photos: readonly ProjectPhoto[] | undefined,
    /** Loads further photos; undefined when all are loaded. */
    readMore: (() => void) | undefined,
  ) => ReactNode;
}

/** All photos of a project, newest first. */
export function PhotoWallPage(props: PhotoWallPageProps) {
  const { projectId, search, address } = props;
  const isPicking = search.pair !== undefined;
  const question = questionOf(projectId, search);
  return (
    <Page>
      <PageHeader
        title={screenTitles["/projects/$projectId/photos"]}
        description={screenDescriptions["/projects/$projectId/photos"]}
      />
      <div className="flex flex-wrap items-start gap-2">
        <WallFilters projectId={projectId} search={search} onChange={address.change} />
        <Button
          variant="outline"
          className="md:ml-auto"
          onClick={() => address.change({ pair: isPicking ? null : [] })}
        >
          {isPicking ? (
            <>
              <X aria-hidden /> Cancel
            </>
          ) : (
            <>
              <SquareSplitHorizontal aria-hidden /> Compare
            </>
          )}
        </Button>
      </div>
      <Wall key={JSON.stringify(question)} {...props} question={question} />
    </Page>
  );
}

function Wall(props: PhotoWallPageProps & { question: WallQuestion }) {
  const { projectId, search, address, question, renderViewer } = props;
  const wall = useWallPhotos(question);
  const { items: photos, pages, hasMore, readMore } = wall;
  const { pair } = search;
  const groups = useMemo(() => groupsOf(photos ?? []), [photos]);
  const headingOf = useCallback(({ id }: ProjectPhoto) => groups.get(id)?.heading ?? "", [groups]);
  const isSought = useSought(wall, search.photo);
  const press = useCallback(
    (photo: ProjectPhoto) => {
      if (pair === undefined) address.open({ photo: photo.id });
      else address.change({ pair: withPressed(pair, photo.id) });
    },
    [address, pair],
  );
  if (photos === undefined)
    return (
      <UntilKnown>
        <WallSkeleton />
      </UntilKnown>
    );
  return (
    <>
      {photos.length === 0 ? (
        <NoPhotos search={search} onChange={address.change} />
      ) : (
        <div className="mt-2">
          <WindowGrid
            label="Photos"
            items={photos}
            minItemPx={152}
            gapPx={12}
            rowPx={168}
            headingOf={headingOf}
            renderItem={(photo) => (
              <WallTile
                photo={photo}
                showsDay={groups.get(photo.id)?.hasDays === true}
                isChosen={pair?.includes(photo.id) ?? null}
                onPress={press}
              />
            )}
          />
        </div>
      )}
      {hasMore && <LoadMore label="Show More Photos" pages={pages} onLoad={readMore} />}
      {pair !== undefined && (
        <PairBar
          projectId={projectId}
          pair={inOrder(pair, photos)}
          onCancel={() => address.change({ pair: null })}
        />
      )}
      {renderViewer(isSought ? undefined : photos, hasMore ? readMore : undefined)}
    </>
  );
}

/**
 * Loads pages until the photo of the address is found, and returns true meanwhile. A photo that was shown and then
 * deleted is not searched for.
 */
function useSought(
  { items: photos, hasMore, readMore }: WallPhotos,
  shownId: string | undefined,
): boolean {
  const [seenId, setSeenId] = useState<string>();
  const isThere = useMemo(
    () => shownId !== undefined && photos?.some(({ id }) => id === shownId) === true,
    [photos, shownId],
  );
  if (isThere && seenId !== shownId) setSeenId(shownId);
  const isSought = shownId !== undefined && !isThere && seenId !== shownId && hasMore;
  useEffect(() => {
    if (isSought) readMore();
  });
  return isSought;
}

function questionOf(projectId: string, { unit, stage, task, who, day }: WallSearch): WallQuestion {
  return {
    projectId,
    ...(unit !== undefined && { unitId: unit }),
    ...(stage !== undefined && { type: stage }),
    ...(task !== undefined && { taskId: task }),
    ...(who !== undefined && { uploadedBy: who }),
    ...(day !== undefined && { day }),
  };
}

function NoPhotos(props: { search: WallSearch; onChange: DialogAddress["change"] }) {
  const { search, onChange } = props;
  const isNarrowed = WALL_FILTERS.some((key) => search[key] !== undefined);
  if (!isNarrowed) {
    return (
      <EmptyState
        icon={Images}
        title="No photos yet"
        description="Photos of the project's units stand here as soon as somebody adds one to a unit."
      />
    );
  }
  const clear = () => onChange(Object.fromEntries(WALL_FILTERS.map((key) => [key, null])));
  return (
    <EmptyState
      icon={FilterX}
      title="No photos match the filters"
      action={
        <Button variant="secondary" onClick={clear}>
          Clear Filters
        </Button>
      }
    />
  );
}

/** The placeholder of the wall while it loads. */
function WallSkeleton() {
  return (
    <div aria-busy className="mt-9 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3">
      {Array.from({ length: 24 }, (_, index) => (
        <div key={index} className="grid gap-1">
          <Skeleton className="aspect-4/3" />
          <Skeleton className="h-10" />
        </div>
      ))}
    </div>
  );
}
