import { ChevronsLeftRight } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { PHOTO_STAGE, type ProjectPhoto } from "../../lib/photos/photo.ts";
import { isAcross } from "../../lib/photos/rotation.ts";
import { ComparePhoto } from "./compare-photo.tsx";
import { boundShare, SHARE, shareAfterKey, shareAt } from "./slider-share.ts";

interface PhotoSliderProps {
  left: ProjectPhoto;
  right: ProjectPhoto;
}

/** The largest height of the photos, which keeps the heading and the text below in view. */
const HEIGHT = "max(16rem, min(46rem, 100dvh - 21rem))";

/** Two photos in one place with a dividing line, which a finger, a mouse or the arrow keys move. */
export function PhotoSlider({ left, right }: PhotoSliderProps) {
  const [share, setShare] = useState<number>(SHARE.start);
  const [fileRatios, setFileRatios] = useState<Readonly<Record<string, number>>>({});
  const ratioOf = ({ id, rotation }: ProjectPhoto) => {
    const ratio = fileRatios[id] ?? 4 / 3;
    return isAcross(rotation) ? 1 / ratio : ratio;
  };
  const ratios = [ratioOf(left), ratioOf(right)];
  const shapeOf = (photo: ProjectPhoto) => (image: HTMLImageElement) => {
    const { naturalWidth, naturalHeight } = image;
    if (naturalHeight > 0)
      setFileRatios((known) => ({ ...known, [photo.id]: naturalWidth / naturalHeight }));
  };
  const handle = useRef<HTMLDivElement>(null);
  const drag = useDrag(setShare, handle);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = shareAfterKey(share, event.key, event.shiftKey);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setShare(next);
  };
  return (
    <div className="flex justify-center">
      <div
        {...drag}
        className="relative cursor-ew-resize touch-pan-y overflow-hidden rounded-lg bg-sunken select-none"
        // As wide as the wider photo and as high as the higher one, so that neither is small in the shape of the other.
        style={{
          width: `min(100%, ${HEIGHT} * ${String(Math.max(...ratios))})`,
          aspectRatio: Math.min(...ratios),
          maxHeight: HEIGHT,
        }}
      >
        <ComparePhoto photo={right} onShape={shapeOf(right)} />
        <div
          className="absolute inset-0 bg-sunken"
          style={{ clipPath: `inset(0 ${String(100 - share)}% 0 0)` }}
        >
          <ComparePhoto photo={left} onShape={shapeOf(left)} />
        </div>
        <StageLabel side="left" photo={left} />
        <StageLabel side="right" photo={right} />
        <div
          ref={handle}
          role="slider"
          tabIndex={0}
          aria-label="Line between the photos"
          aria-orientation="horizontal"
          aria-valuemin={SHARE.min}
          aria-valuemax={SHARE.max}
          aria-valuenow={share}
          aria-valuetext={`${String(share)}% ${PHOTO_STAGE[left.type]}, ${String(boundShare(100 - share))}% ${PHOTO_STAGE[right.type]}`}
          onKeyDown={onKeyDown}
          className="group absolute inset-y-0 flex w-11 -translate-x-1/2 items-center justify-center outline-none"
          style={{ left: `${String(share)}%` }}
        >
          <span aria-hidden className="absolute inset-y-0 w-0.5 bg-surface shadow-raised" />
          <span
            aria-hidden
            className="relative flex size-10 items-center justify-center rounded-full border border-line-strong bg-surface text-ink shadow-overlay group-focus-visible:ring-3 group-focus-visible:ring-accent"
          >
            <ChevronsLeftRight className="size-5" />
          </span>
        </div>
      </div>
    </div>
  );
}

function StageLabel({ side, photo }: { side: "left" | "right"; photo: ProjectPhoto }) {
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute top-2 rounded-md bg-surface px-2 py-0.5 text-sm font-medium text-ink shadow-raised ${side === "left" ? "left-2" : "right-2"}`}
    >
      {PHOTO_STAGE[photo.type]}
    </span>
  );
}

/** Pointer handlers: the line jumps to the pressed place, and follows the pointer from there. */
function useDrag(
  setShare: (share: number) => void,
  handle: React.RefObject<HTMLDivElement | null>,
) {
  const pointer = useRef<number | null>(null);
  const move = (event: PointerEvent) =>
    setShare(shareAt(event.clientX, event.currentTarget.getBoundingClientRect()));
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.target instanceof HTMLAnchorElement) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointer.current = event.pointerId;
      handle.current?.focus({ preventScroll: true });
      move(event);
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerId === pointer.current) move(event);
    },
    onPointerUp: () => {
      pointer.current = null;
    },
    onPointerCancel: () => {
      pointer.current = null;
    },
  };
}
