import { Trash2 } from "lucide-react";
import { memo, useState } from "react";
import { PhotoImage } from "../../components/photo-image.tsx";
import { PhotoPlaceholder } from "../../components/photo-placeholder.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DatePicker } from "../../components/ui/date-picker.tsx";
import { formatDate } from "../../lib/format.ts";
import { describePhoto, previewUrl } from "../../lib/photo.ts";
import type { Photo } from "./photo-sections.ts";

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
        </div>
        {photo.type === "progress" && mayChange && (
          <DatePicker
            quiet
            required
            label={`Date of ${name}`}
            value={photo.photoDate}
            onChange={(day) => day !== null && actions.setDate(photo.id, day)}
            // The day is the heading of its group.
            className="-ml-1 w-8 justify-center border-transparent bg-transparent px-0 shadow-none hover:bg-hover touch:w-11 [&>span]:sr-only"
          />
        )}
        {mayChange && (
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

function Thumbnail({ photo, onShow }: { photo: Photo; onShow: (photoId: string) => void }) {
  const [broken, setBroken] = useState(false);
  if (broken) return <PhotoPlaceholder photo={photo} />;
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
        src={previewUrl(photo)}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
        className="transition-opacity hover:opacity-90"
      />
    </button>
  );
}
