import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "../../../components/ui/dialog.tsx";
import { useLast } from "../../../hooks/use-last.ts";
import { formatDate } from "../../../lib/format.ts";
import { describePhoto, type Photo } from "../../../lib/photos/photo.ts";
import { rescale, restScale, type View, WHOLE_PHOTO, ZOOM } from "../../../lib/photos/zoom.ts";
import { PhotoStage } from "./photo-stage.tsx";
import type { PhotoAddress } from "./use-photo-address.ts";
import { ViewerBar } from "./viewer-bar.tsx";

interface PhotoViewerProps<Shown extends Photo> {
  /** All photos of the unit or of the project; undefined while they load. */
  photos: readonly Shown[] | undefined;
  shownId: string | undefined;
  address: PhotoAddress;
  /** True steps through all photos instead of those of the photo's section. */
  amongAll?: boolean;
  /** Loads further photos; undefined when all are loaded. */
  readMore?: (() => void) | undefined;
  /** Turns a photo by a quarter; undefined without the permission. */
  onTurn?: ((photo: Shown) => void) | undefined;
  /** Renders the unit and similar facts of a photo, for pages that do not show them. */
  renderPlace?: (photo: Shown) => ReactNode;
}

/** The number of remaining photos at which further ones are loaded. */
const LEFT_BEFORE_MORE = 5;

/** One photo on the whole screen, among the others of its section or of all. */
export function PhotoViewer<Shown extends Photo>(props: PhotoViewerProps<Shown>) {
  const { photos, shownId, address, amongAll = false, readMore, onTurn, renderPlace } = props;
  const { step, close } = address;
  const shown = photos?.find((photo) => photo.id === shownId);
  const photo = useLast(shown);
  const section = photos?.filter(({ type }) => amongAll || type === photo?.type) ?? [];
  const index = section.findIndex(({ id }) => id === photo?.id);

  const lastIndex = useRef(0);
  useEffect(() => {
    if (index >= 0) lastIndex.current = index;
    if (!photos || shownId === undefined || shown) return;
    // Another person has deleted the photo, so the one that took its place is next.
    const next = section[Math.min(lastIndex.current, section.length - 1)];
    if (next) step(next.id);
    else close();
  });
  const isNearEnd = shown !== undefined && index >= section.length - LEFT_BEFORE_MORE;
  useEffect(() => {
    if (isNearEnd) readMore?.();
  });

  return (
    <Dialog open={shown !== undefined} onOpenChange={(open) => !open && close()}>
      {photo && (
        <ViewerContent
          photo={photo}
          section={section}
          index={index}
          isWhole={readMore === undefined}
          place={renderPlace?.(photo)}
          onStep={step}
          onTurn={onTurn && (() => onTurn(photo))}
        />
      )}
    </Dialog>
  );
}

interface ViewerContentProps {
  photo: Photo;
  section: readonly Photo[];
  index: number;
  /** True when all photos are loaded. */
  isWhole: boolean;
  place: ReactNode;
  onStep: (photoId: string) => void;
  onTurn: (() => void) | undefined;
}

function ViewerContent(props: ViewerContentProps) {
  const { photo, section, index, isWhole, place, onStep, onTurn } = props;
  const [viewed, setViewed] = useState({ photoId: photo.id, view: WHOLE_PHOTO });
  // Every photo starts unzoomed.
  const view = viewed.photoId === photo.id ? viewed.view : WHOLE_PHOTO;
  const setView = (next: View) => setViewed({ photoId: photo.id, view: next });
  const zoomBy = (steps: number) =>
    setView(rescale(view, restScale(view.scale + steps * ZOOM.step)));
  const stepBy = (steps: number) => {
    const next = section[index + steps];
    if (next) onStep(next.id);
  };
  const reset = () => setView(WHOLE_PHOTO);
  // The view is reset first: a photo that was moved would turn out of sight.
  const turn = () => {
    reset();
    onTurn?.();
  };

  const actionByKey: Record<string, () => void> = {
    ArrowLeft: () => stepBy(-1),
    ArrowRight: () => stepBy(1),
    "+": () => zoomBy(1),
    // The "+" key without Shift.
    "=": () => zoomBy(1),
    "-": () => zoomBy(-1),
    "0": reset,
    r: turn,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionByKey[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  return (
    // The whole dialog listens for keys, because the focus may be on any of its buttons.
    <DialogContent
      onKeyDown={onKeyDown}
      className="h-(--full) max-h-(--full) w-screen max-w-none rounded-none border-0 bg-canvas always-dark max-md:max-h-(--full) max-md:w-screen"
    >
      <div className="flex min-h-12 items-center gap-3 py-1 pr-14 pl-4 touch:min-h-14">
        <DialogTitle className="min-w-0 flex-1 truncate" title={describePhoto(photo)}>
          {describePhoto(photo)}
        </DialogTitle>
        <DialogDescription className="shrink-0">
          <span className="max-sm:hidden">{formatDate(photo.photoDate)} · </span>
          <span aria-live="polite">
            {index + 1} / {section.length}
            {!isWhole && "+"}
          </span>
        </DialogDescription>
      </div>
      <PhotoStage photo={photo} view={view} onView={setView} onSwipe={stepBy} />
      <div className="grid gap-1 px-4 py-2">
        {place !== undefined && (
          <p className="flex flex-wrap justify-center gap-x-2 text-center text-sm text-ink-muted">
            {place}
          </p>
        )}
        {photo.caption !== null && (
          <p className="max-h-16 overflow-y-auto text-center text-base">{photo.caption}</p>
        )}
        <ViewerBar
          photo={photo}
          scale={view.scale}
          hasPrevious={index > 0}
          hasNext={index < section.length - 1}
          onStep={stepBy}
          onZoom={zoomBy}
          onReset={reset}
          onTurn={onTurn && turn}
        />
      </div>
    </DialogContent>
  );
}
