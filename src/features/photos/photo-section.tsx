import { ChevronRight } from "lucide-react";
import { Collapsible } from "radix-ui";
import { useState, type DragEvent } from "react";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import { cn } from "../../lib/cn.ts";
import { formatDate } from "../../lib/format.ts";
import { makerOf } from "../../lib/outbox/operation.ts";
import { localPhotos } from "../../lib/photos/local-photos.ts";
import { PhotoComposer } from "./photo-composer.tsx";
import { PhotoFileInput } from "./photo-file-input.tsx";
import type { Photo } from "../../lib/photos/photo.ts";
import { groupByDay } from "./photo-sections.ts";
import { PhotosSkeleton } from "./photos-skeleton.tsx";
import { PhotoTile, type PhotoTileActions } from "./photo-tile.tsx";
import { type PhotoPlace, useStaged } from "./sending/staged-photos.ts";
import { UploadList } from "./upload-list.tsx";
import { useUploads } from "./sending/uploads.ts";

interface PhotoSectionProps {
  projectId: string;
  place: PhotoPlace;
  title: string;
  /** Undefined while the photos load. */
  photos: readonly Photo[] | undefined;
  mayChange: boolean;
  onChoose: (files: File[]) => void;
  actions: PhotoTileActions;
}

/**
 * The photos of one stage: the controls that add photos, the uploads, and the grid. Files can be dropped anywhere on
 * it.
 */
export function PhotoSection(props: PhotoSectionProps) {
  const { place, title, photos, mayChange, onChoose } = props;
  const [open, setOpen] = useState(true);
  const staged = useStaged(place);
  const uploads = useUploads(place);
  const choose = (files: File[]) => {
    setOpen(true);
    onChoose(files);
  };
  const { isOver, ...dropTarget } = useDropTarget(mayChange ? choose : null);

  return (
    <Collapsible.Root asChild open={open} onOpenChange={setOpen}>
      <section
        aria-label={title}
        {...dropTarget}
        className={cn(
          "rounded-lg transition-shadow",
          isOver && "ring-2 ring-accent ring-offset-4 ring-offset-raised",
        )}
      >
        <div className="flex min-h-9 items-center gap-2">
          <h3 className="min-w-0">
            <Collapsible.Trigger className="-ml-1 flex min-h-8 items-center gap-1 rounded-md pr-2 text-left text-base font-semibold touch:min-h-11">
              <ChevronRight
                aria-hidden
                className={cn(
                  "size-4 shrink-0 text-ink-muted transition-transform",
                  open && "rotate-90",
                )}
              />
              {title}
            </Collapsible.Trigger>
          </h3>
          <span className="flex-1 text-sm text-ink-muted">{photos?.length}</span>
          {mayChange && (
            <PhotoFileInput
              section={title}
              camera={{ ...place, projectId: props.projectId }}
              onChoose={choose}
            />
          )}
        </div>
        <Collapsible.Content className="grid grid-cols-1 gap-3 pt-2 data-[state=closed]:hidden">
          {staged && <PhotoComposer staged={staged} />}
          {uploads.length > 0 && <UploadList uploads={uploads} />}
          <SectionPhotos {...props} isQuiet={staged !== undefined || uploads.length > 0} />
        </Collapsible.Content>
      </section>
    </Collapsible.Root>
  );
}

/** The days that are drawn at once: more than a screen has room for. The height of others is a guess until then. */
const DAYS_IN_SIGHT = 6;

function SectionPhotos(props: PhotoSectionProps & { isQuiet: boolean }) {
  const { place, photos, mayChange, isQuiet, actions } = props;
  if (!photos)
    return (
      <UntilKnown className="py-4">
        <PhotosSkeleton />
      </UntilKnown>
    );
  if (photos.length === 0) {
    if (isQuiet) return null;
    return (
      <p className="rounded-lg border border-dashed border-line px-4 py-6 text-center text-sm text-ink-muted">
        No photos yet
        {mayChange && <span className="touch:hidden">. Drop or paste some, or choose files.</span>}
      </p>
    );
  }
  const grid = { mayChange, actions };
  if (place.type !== "progress") return <PhotoGrid photos={photos} {...grid} />;
  return groupByDay(photos).map((group, index) => (
    <div
      key={group.day}
      role="group"
      aria-labelledby={`photos-${group.day}`}
      className={cn(
        index >= DAYS_IN_SIGHT && "[contain-intrinsic-size:auto_12rem] [content-visibility:auto]",
      )}
    >
      <h4 id={`photos-${group.day}`} className="mb-1.5 text-sm font-medium text-ink-muted">
        {formatDate(group.photos[0]?.photoDate ?? null)}
      </h4>
      <PhotoGrid photos={group.photos} {...grid} />
    </div>
  ));
}

type PhotoGridProps = {
  photos: readonly Photo[];
  mayChange: boolean;
  actions: PhotoTileActions;
};

/** Tiles below those that a screen has room for are drawn late; the height of an earlier one would move the rest. */
function PhotoGrid({ photos, mayChange, actions }: PhotoGridProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-3 gap-y-2 [&>li:nth-child(n+37)]:[contain-intrinsic-size:auto_9rem] [&>li:nth-child(n+37)]:[content-visibility:auto]">
      {photos.map((photo) => (
        <PhotoTile key={tileKey(photo)} photo={photo} mayChange={mayChange} actions={actions} />
      ))}
    </ul>
  );
}

/**
 * The React key of a tile. It stays the same when the server gives the photo its id, so that the tile stays mounted.
 */
function tileKey({ id, filename }: Photo): string {
  return makerOf(id) ?? localPhotos.find(filename)?.key ?? id;
}

/** Handlers that accept dropped files; null accepts none. */
function useDropTarget(onDrop: ((files: File[]) => void) | null) {
  const [isOver, setIsOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!onDrop || !hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const { currentTarget, relatedTarget } = event;
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
        setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!onDrop || !hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      onDrop([...event.dataTransfer.files]);
    },
  };
}
