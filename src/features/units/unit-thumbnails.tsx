import { ImageOff } from "lucide-react";
import { useState } from "react";
import { PendingMark } from "../../components/pending-mark.tsx";
import { PhotoImage } from "../../components/photo-image.tsx";
import { useLocalPhoto } from "../../hooks/photos/use-local-photo.ts";
import { makerOf } from "../../lib/outbox/operation.ts";
import { previewUrl } from "../../lib/photos/photo.ts";
import type { UnitListItem } from "./unit-filter.ts";

type Photo = UnitListItem["recentPhotos"][number];

/** The latest photos, at most three; on a desktop the row keeps its height without any. */
export function UnitThumbnails({ photos }: { photos: readonly Photo[] }) {
  if (photos.length === 0) {
    return (
      <p className="flex h-14 items-center justify-center rounded-md border border-dashed border-line text-xs text-ink-muted max-md:h-auto max-md:justify-start max-md:border-0">
        No photos yet
      </p>
    );
  }
  return (
    <ul aria-label="Recent photos" className="grid h-14 grid-cols-3 gap-1.5">
      {photos.slice(0, 3).map((photo) => (
        <li key={photo.id} className="relative overflow-hidden rounded-md bg-sunken">
          <Thumbnail photo={photo} />
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ photo }: { photo: Photo }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const local = useLocalPhoto(photo);
  const isPending = makerOf(photo.id) !== null;
  // The file of a pending photo is read from the device first.
  const url = local?.preview ?? (isPending ? undefined : previewUrl(photo));
  const description = photo.caption || photo.originalName || `${photo.type} photo`;
  if (url !== undefined && brokenUrl === url) {
    return (
      <span
        role="img"
        aria-label={description}
        title={description}
        className="flex size-full items-center justify-center text-ink-faint"
      >
        <ImageOff aria-hidden className="size-4" />
      </span>
    );
  }
  return (
    <>
      <PhotoImage
        fit="cover"
        rotation={photo.rotation}
        src={url}
        alt={description}
        loading="lazy"
        decoding="async"
        onError={() => setBrokenUrl(url ?? null)}
      />
      <PendingMark of={photo.id} onPhoto />
    </>
  );
}
