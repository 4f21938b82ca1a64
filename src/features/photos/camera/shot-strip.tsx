import { Link } from "@tanstack/react-router";
import { Check, CircleAlert, CloudUpload, type LucideIcon } from "lucide-react";
import { cn } from "../../../lib/cn.ts";
import { formatAsOf } from "../../../lib/format.ts";
import type { ShotState, ShownShot } from "./shots/shots.ts";
import { stageLabel } from "./stage-switch.tsx";

const WAYS: Record<ShotState, { words: string; icon: LucideIcon; className: string }> = {
  making: { words: "being kept", icon: CloudUpload, className: "text-ink-muted" },
  keeping: { words: "being kept", icon: CloudUpload, className: "text-ink-muted" },
  held: { words: "only in this page", icon: CircleAlert, className: "text-danger-text" },
  sending: { words: "on its way", icon: CloudUpload, className: "text-ink-muted" },
  sent: { words: "sent", icon: Check, className: "text-success-text" },
  failed: { words: "not sent", icon: CircleAlert, className: "text-danger-text" },
};

/** The shots of this window, newest first. Each one links to the photos of the unit. */
export function ShotStrip({ shots }: { shots: readonly ShownShot[] }) {
  return (
    <ul aria-label="Last shots" className="flex h-16 gap-2 overflow-x-auto px-4 py-1">
      {shots.map((shot) => (
        <ShotTile key={shot.key} shot={shot} />
      ))}
    </ul>
  );
}

function ShotTile({ shot }: { shot: ShownShot }) {
  const { place, takenAt, tile, way } = shot;
  const { words, icon: Icon, className } = WAYS[way];
  return (
    <li className="shrink-0">
      <Link
        to="/projects/$projectId/units"
        params={{ projectId: place.projectId }}
        search={{ unit: place.unitId, tab: "photos" }}
        aria-label={`${stageLabel(place.type)} photo of ${formatAsOf(Date.parse(takenAt))}, ${words}`}
        className="relative block size-14 overflow-hidden rounded-md bg-sunken"
      >
        <canvas
          // The tile was drawn when the shutter was pressed, so nothing has to be loaded or decoded.
          ref={(canvas) => {
            if (canvas !== null && tile !== null) canvas.getContext("2d")?.drawImage(tile, 0, 0);
          }}
          width={tile?.width ?? 1}
          height={tile?.height ?? 1}
          className="size-full"
        />
        <span
          aria-hidden
          className={cn("absolute right-0.5 bottom-0.5 rounded-full bg-canvas p-0.5", className)}
        >
          <Icon className="size-3.5" />
        </span>
      </Link>
    </li>
  );
}
