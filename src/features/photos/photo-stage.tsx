import { useRef } from "react";
import { describePhoto, type Photo } from "./photo-sections.ts";
import { PhotoPlaceholder } from "./photo-tile.tsx";
import { usePhotoSource } from "./use-photo-source.ts";
import { useViewerGestures } from "./use-viewer-gestures.ts";
import { fitInto, rescale, type View, ZOOM } from "./zoom.ts";

interface PhotoStageProps {
  photo: Photo;
  view: View;
  onView: (view: View) => void;
  onSwipe: (direction: 1 | -1) => void;
}

/** The photo itself, to be dragged, pinched and swiped. */
export function PhotoStage({ photo, view, onView, onSwipe }: PhotoStageProps) {
  const { src, onError } = usePhotoSource(photo);
  const image = useRef<HTMLImageElement>(null);
  const fittedSize = () => {
    const {
      clientWidth = 0,
      clientHeight = 0,
      naturalWidth = 0,
      naturalHeight = 0,
    } = image.current ?? {};
    const stage = { width: clientWidth, height: clientHeight };
    if (naturalWidth === 0 || naturalHeight === 0) return stage;
    return fitInto(stage, { width: naturalWidth, height: naturalHeight });
  };
  const gestures = useViewerGestures({ view, fittedSize, onView, onSwipe });

  if (src === null) {
    return (
      <div className="flex min-h-0 flex-1 items-center justify-center p-6">
        <div className="w-72 max-w-full">
          <PhotoPlaceholder photo={photo} />
        </div>
      </div>
    );
  }
  return (
    <div
      {...gestures}
      onDoubleClick={() => onView(rescale(view, view.scale > 1 ? ZOOM.start : 2))}
      className={`min-h-0 flex-1 touch-none overflow-hidden select-none ${view.scale > 1 ? "cursor-grab active:cursor-grabbing" : ""}`}
    >
      <img
        ref={image}
        src={src}
        alt={describePhoto(photo)}
        draggable={false}
        onError={onError}
        className="size-full object-contain"
        style={{
          transform: `translate(${String(view.x)}px, ${String(view.y)}px) scale(${String(view.scale)})`,
        }}
      />
    </div>
  );
}
