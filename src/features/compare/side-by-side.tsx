import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../components/ui/button.tsx";
import { useZoomGestures } from "../../hooks/photos/use-zoom-gestures.ts";
import { cn } from "../../lib/cn.ts";
import { formatPercent } from "../../lib/format.ts";
import type { ProjectPhoto } from "../../lib/photos/photo.ts";
import {
  fittedSizeOf,
  rescale,
  restScale,
  transformOf,
  type View,
  WHOLE_PHOTO,
  ZOOM,
} from "../../lib/photos/zoom.ts";
import { ComparePhoto } from "./compare-photo.tsx";
import { PairCaption } from "./pair-caption.tsx";
import type { Pair } from "./use-pair.ts";

interface SideBySideProps {
  projectId: string;
  pair: Pair;
}

/** Two photos next to each other, or stacked on a phone; zooming and moving apply to both. */
export function SideBySide({ projectId, pair }: SideBySideProps) {
  const [view, setView] = useState(WHOLE_PHOTO);
  const zoomBy = (steps: number) =>
    setView(rescale(view, restScale(view.scale + steps * ZOOM.step)));
  const side = { projectId, view, onView: setView };
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2 print:grid-cols-2">
        <Side {...side} photo={pair.left} other={pair.right} />
        <Side {...side} photo={pair.right} other={pair.left} />
      </div>
      <div className="mt-3 flex items-center justify-center gap-1 print:hidden">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Zoom out"
          title="Zoom out"
          onClick={() => zoomBy(-1)}
        >
          <ZoomOut aria-hidden />
        </Button>
        <output aria-label="Zoom" className="w-12 text-center text-sm">
          {formatPercent(view.scale * 100)}
        </output>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Zoom in"
          title="Zoom in"
          onClick={() => zoomBy(1)}
        >
          <ZoomIn aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Reset zoom"
          title="Reset zoom"
          onClick={() => setView(WHOLE_PHOTO)}
        >
          <Maximize aria-hidden />
        </Button>
      </div>
    </>
  );
}

interface SideProps {
  projectId: string;
  photo: ProjectPhoto | null;
  other: ProjectPhoto | null;
  view: View;
  onView: (view: View) => void;
}

function Side({ projectId, photo, other, view, onView }: SideProps) {
  const image = useRef<HTMLImageElement>(null);
  const gestures = useZoomGestures({
    ...{ view, onView, fittedSize: () => fittedSizeOf(image.current, photo?.rotation) },
    // A pair has no next photo, so a swipe does nothing.
    onSwipe: () => undefined,
  });
  return (
    <figure className="grid min-w-0 content-start gap-2">
      {photo === null ? (
        <div className="flex h-48 items-center justify-center rounded-lg border border-dashed border-line text-base text-ink-muted md:h-[max(16rem,min(46rem,100dvh-22rem))]">
          No photo yet
        </div>
      ) : (
        <div
          {...gestures}
          onDoubleClick={() => onView(rescale(view, view.scale > 1 ? ZOOM.start : 2))}
          className={cn(
            "h-[max(14rem,36dvh)] overflow-hidden rounded-lg bg-sunken select-none md:h-[max(16rem,min(46rem,100dvh-22rem))] print:h-96",
            // A photo that fits leaves vertical swipes to the page, which scrolls.
            view.scale > 1 ? "cursor-grab touch-none active:cursor-grabbing" : "touch-pan-y",
          )}
        >
          <div className="size-full print:transform-none!" style={transformOf(view)}>
            <ComparePhoto photo={photo} ref={image} />
          </div>
        </div>
      )}
      <PairCaption projectId={projectId} photo={photo} other={other} />
    </figure>
  );
}
