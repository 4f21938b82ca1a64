import {
  ChevronLeft,
  ChevronRight,
  Download,
  Maximize,
  RotateCw,
  ZoomIn,
  ZoomOut,
  type LucideIcon,
} from "lucide-react";
import { Button } from "../../../components/ui/button.tsx";
import { useLocalPhoto } from "../../../hooks/photos/use-local-photo.ts";
import { formatPercent } from "../../../lib/format.ts";
import { originalUrl, type Photo } from "../../../lib/photos/photo.ts";
import { ZOOM } from "../../../lib/photos/zoom.ts";

interface ViewerBarProps {
  photo: Photo;
  scale: number;
  hasPrevious: boolean;
  hasNext: boolean;
  onStep: (steps: 1 | -1) => void;
  onZoom: (steps: 1 | -1) => void;
  onReset: () => void;
  /** Undefined when the viewer may not turn the photo. */
  onTurn: (() => void) | undefined;
}

/** The buttons below the photo. */
export function ViewerBar(props: ViewerBarProps) {
  const { photo, scale, hasPrevious, hasNext, onStep, onZoom, onReset, onTurn } = props;
  const local = useLocalPhoto(photo);
  return (
    <div className="flex flex-wrap items-center justify-center gap-1 max-sm:gap-0">
      <BarButton
        label="Previous photo"
        icon={ChevronLeft}
        disabled={!hasPrevious}
        onClick={() => onStep(-1)}
      />
      <BarButton
        label="Next photo"
        icon={ChevronRight}
        disabled={!hasNext}
        onClick={() => onStep(1)}
      />
      <BarButton
        label="Zoom out"
        icon={ZoomOut}
        disabled={scale <= ZOOM.min}
        onClick={() => onZoom(-1)}
      />
      <output aria-label="Zoom" className="w-10 text-center text-sm">
        {formatPercent(scale * 100)}
      </output>
      <BarButton
        label="Zoom in"
        icon={ZoomIn}
        disabled={scale >= ZOOM.max}
        onClick={() => onZoom(1)}
      />
      <BarButton label="Reset zoom" icon={Maximize} onClick={onReset} />
      {onTurn && <BarButton label="Turn clockwise" icon={RotateCw} onClick={onTurn} />}
      <Button variant="ghost" size="icon" asChild>
        <a
          href={local?.original ?? originalUrl(photo)}
          download={photo.originalName ?? photo.filename}
          aria-label="Download original"
          title="Download original"
        >
          <Download aria-hidden />
        </a>
      </Button>
    </div>
  );
}

interface BarButtonProps {
  label: string;
  icon: LucideIcon;
  disabled?: boolean;
  onClick: () => void;
}

/** An end of the list does not set `disabled`: the focused button would lose the focus. */
function BarButton({ label, icon: Icon, disabled = false, onClick }: BarButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      aria-disabled={disabled || undefined}
      onClick={() => disabled || onClick()}
    >
      <Icon aria-hidden />
    </Button>
  );
}
