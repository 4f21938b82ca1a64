import { useRef } from "react";
import { PhotoImage } from "../../../components/photo-image.tsx";
import { PhotoPlaceholder } from "../../../components/photo-placeholder.tsx";
import { usePhotoSource } from "../../../hooks/photos/use-photo-source.ts";
import { useZoomGestures } from "../../../hooks/photos/use-zoom-gestures.ts";
import { describePhoto, type Photo } from "../../../lib/photos/photo.ts";
import { fittedSizeOf, rescale, transformOf, type View, ZOOM } from "../../../lib/photos/zoom.ts";

interface PhotoStageProps {
  photo: Photo;
  view: View;
  onView: (view: View) => void;
  onSwipe: (direction: 1 | -1) => void;
}

/** The photo in the viewer, which can be dragged, pinched and swiped. */
export function PhotoStage({ photo, view, onView, onSwipe }: PhotoStageProps) {
  const { src, onError } = usePhotoSource(photo);
  const image = useRef<HTMLImageElement>(null);
  const fittedSize = () => fittedSizeOf(image.current, photo.rotation);
  const gestures = useZoomGestures({ view, fittedSize, onView, onSwipe });

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
      <div className="size-full" style={transformOf(view)}>
        <PhotoImage
          ref={image}
          fit="contain"
          rotation={photo.rotation}
          src={src}
          alt={describePhoto(photo)}
          draggable={false}
          onError={onError}
        />
      </div>
    </div>
  );
}
