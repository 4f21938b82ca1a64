import { Check } from "lucide-react";
import { memo, useState } from "react";
import { PendingMark } from "../../components/pending-mark.tsx";
import { PhotoImage } from "../../components/photo-image.tsx";
import { PhotoPlaceholder } from "../../components/photo-placeholder.tsx";
import { useLocalPhoto } from "../../hooks/photos/use-local-photo.ts";
import { cn } from "../../lib/cn.ts";
import { formatShortDate } from "../../lib/format.ts";
import { makerOf } from "../../lib/outbox/operation.ts";
import {
  describePhoto,
  PHOTO_STAGE,
  previewUrl,
  type ProjectPhoto,
} from "../../lib/photos/photo.ts";

interface WallTileProps {
  photo: ProjectPhoto;
  /** True when the photos of its group are from several days. */
  showsDay: boolean;
  /** True for a photo that is chosen for a comparison; null while nothing is being chosen. */
  isChosen: boolean | null;
  onPress: (photo: ProjectPhoto) => void;
}

/** A photo of the wall with its unit, stage and caption. A press opens it, or chooses it. */
export const WallTile = memo(function WallTile(props: WallTileProps) {
  const { photo, showsDay, isChosen, onPress } = props;
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const local = useLocalPhoto(photo);
  const isPending = makerOf(photo.id) !== null;
  // The file of a pending photo is read from the device first.
  const url = local?.preview ?? (isPending ? undefined : previewUrl(photo));
  const broken = url !== undefined && brokenUrl === url;
  const isPicking = isChosen !== null;
  const place = `${photo.unitName}, ${PHOTO_STAGE[photo.type]}`;
  const name = `${describePhoto(photo)}, ${place}`;
  return (
    <div className="flex w-full min-w-0 flex-col gap-1">
      {broken && !isPicking ? (
        <PhotoPlaceholder photo={photo} />
      ) : (
        <button
          type="button"
          aria-label={isPicking ? `Compare ${name}` : `Open ${name}`}
          aria-pressed={isChosen ?? undefined}
          // The address of a comparison needs the ids of sent photos.
          disabled={isPicking && isPending}
          onClick={() => onPress(photo)}
          className={cn(
            "relative aspect-4/3 overflow-hidden rounded-md bg-sunken",
            isChosen === true && "ring-3 ring-accent",
          )}
        >
          <PhotoImage
            fit="cover"
            rotation={photo.rotation}
            src={url}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setBrokenUrl(url ?? null)}
          />
          {isPicking && !isPending && <ChoiceMark isChosen={isChosen} />}
          <PendingMark of={photo.id} onPhoto />
        </button>
      )}
      <p className="truncate text-sm font-medium" title={place}>
        {photo.unitName}{" "}
        <span className="font-normal text-ink-muted">{PHOTO_STAGE[photo.type]}</span>
      </p>
      <p className="truncate text-sm text-ink-muted" title={photo.caption ?? undefined}>
        {showsDay && `${formatShortDate(photo.photoDate)} · `}
        {photo.caption ?? photo.uploadedByName}
      </p>
    </div>
  );
});

function ChoiceMark({ isChosen }: { isChosen: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        "absolute top-2 right-2 inline-flex size-6 items-center justify-center rounded-full border-2 shadow-raised",
        isChosen
          ? "border-accent-on bg-accent text-accent-on"
          : "border-line-strong bg-surface text-transparent",
      )}
    >
      <Check className="size-4" strokeWidth={3} />
    </span>
  );
}
