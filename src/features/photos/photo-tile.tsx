import { CloudUpload, Trash2 } from "lucide-react";
import { memo, useState } from "react";
import { PendingMark } from "../../components/pending-mark.tsx";
import { PhotoImage } from "../../components/photo-image.tsx";
import { PhotoPlaceholder } from "../../components/photo-placeholder.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DatePicker } from "../../components/ui/date-picker.tsx";
import { useLocalPhoto } from "../../hooks/photos/use-local-photo.ts";
import { useStore } from "../../hooks/use-store.ts";
import { formatDate } from "../../lib/format.ts";
import { describePhoto, previewUrl, type Photo } from "../../lib/photos/photo.ts";
import { makerOf } from "../../lib/outbox/operation.ts";
import { uploadQueue } from "./sending/uploads.ts";
import { useUploadWords } from "./use-upload-words.ts";

/** The actions on a photo in the grid. */
export interface PhotoTileActions {
  show: (photoId: string) => void;
  setDate: (photoId: string, day: string) => void;
  remove: (photo: Photo) => void;
}

interface PhotoTileProps {
  photo: Photo;
  mayChange: boolean;
  actions: PhotoTileActions;
}

/** A photo in the grid with its caption; progress photos have a date to change. */
export const PhotoTile = memo(function PhotoTile({ photo, mayChange, actions }: PhotoTileProps) {
  const name = describePhoto(photo);
  const pending = makerOf(photo.id);
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <Thumbnail photo={photo} onShow={actions.show} />
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1 self-center">
          {photo.caption !== null && (
            <p className="truncate text-sm" title={photo.caption}>
              {photo.caption}
            </p>
          )}
          {photo.type !== "progress" && (
            <time dateTime={photo.photoDate} className="block truncate text-sm text-ink-muted">
              {formatDate(photo.photoDate)}
            </time>
          )}
          {pending === null ? <PendingMark of={photo.id} /> : <UploadWords operationId={pending} />}
        </div>
        {photo.type === "progress" && mayChange && pending === null && (
          <DatePicker
            quiet
            required
            label={`Date of ${name}`}
            value={photo.photoDate}
            onChange={(day) => day !== null && actions.setDate(photo.id, day)}
            // The day is already the heading of the group.
            className="-ml-1 w-8 justify-center border-transparent bg-transparent px-0 shadow-none hover:bg-hover touch:w-11 [&>span]:sr-only"
          />
        )}
        {mayChange && pending === null && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Delete ${name}`}
            title="Delete Photo"
            className="touch:-mr-2"
            onClick={() => actions.remove(photo)}
          >
            <Trash2 aria-hidden />
          </Button>
        )}
      </div>
    </li>
  );
});

/** Says that a photo is only on this device, and shows its progress. */
function UploadWords({ operationId }: { operationId: string }) {
  const upload = useStore(uploadQueue, (all) => all.find(({ key }) => key === operationId));
  const words = useUploadWords(upload);
  return (
    <p className="flex items-center gap-1 text-sm text-ink-muted">
      <CloudUpload aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{words}</span>
    </p>
  );
}

function Thumbnail({ photo, onShow }: { photo: Photo; onShow: (photoId: string) => void }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const local = useLocalPhoto(photo);
  const url = local?.preview ?? previewUrl(photo);
  // The file of a pending photo is read from the device first.
  const isRead = local !== undefined || makerOf(photo.filename) === null;
  if (brokenUrl === url) return <PhotoPlaceholder photo={photo} />;
  return (
    <button
      type="button"
      aria-label={`Open ${describePhoto(photo)}`}
      onClick={() => onShow(photo.id)}
      className="aspect-4/3 overflow-hidden rounded-md bg-sunken"
    >
      <PhotoImage
        fit="cover"
        rotation={photo.rotation}
        src={isRead ? url : undefined}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBrokenUrl(url)}
        className="transition-opacity hover:opacity-90"
      />
    </button>
  );
}
