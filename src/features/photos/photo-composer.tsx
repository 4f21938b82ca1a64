import { FileImage, Upload, X } from "lucide-react";
import { useEffect, useState } from "react";
import { DateField } from "../../components/date-field.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { formatCount } from "../../lib/format.ts";
import { addPhotos } from "./sending/add-photos.ts";
import { captionOf } from "./sending/caption.ts";
import { type StagedFile, stagedPhotos, type StagedPhotos } from "./sending/staged-photos.ts";

/** The longest caption. It leaves room within the server's limit for the number of the file. */
const MAX_CAPTION = 980;

/** The chosen files, with their caption and day, before they are sent. */
export function PhotoComposer({ staged }: { staged: StagedPhotos }) {
  const { place, files, caption, day } = staged;
  const [openedAt] = useState(() => new Date().toISOString());
  const [isAdding, setAdding] = useState(false);

  const upload = async () => {
    if (isAdding) return;
    setAdding(true);
    const total = files.length;
    const added = await addPhotos(
      place,
      files.map((file, index) => ({
        ...{ ...file, photoDate: day, takenAt: null, taskId: null },
        caption: captionOf(caption, { index, total }),
      })),
    );
    // More files may have been chosen during the upload, so only these are removed.
    for (const key of added) stagedPhotos.leaveOut(place, key);
    setAdding(false);
  };

  return (
    <form
      aria-label="Photos to upload"
      className="grid gap-3 rounded-lg border border-line bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void upload();
      }}
    >
      <ul
        aria-label="Chosen files"
        className="-m-1.5 flex max-h-60 flex-wrap gap-2 overflow-y-auto p-1.5"
      >
        {files.map((file) => (
          <StagedThumbnail
            key={file.key}
            staged={file}
            onDelete={() => stagedPhotos.leaveOut(place, file.key)}
          />
        ))}
      </ul>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_11rem]">
        <Field
          label="Caption (optional)"
          className="gap-1 [&>label]:text-xs [&>label]:font-normal [&>label]:text-ink-muted"
        >
          <Input
            value={caption}
            maxLength={MAX_CAPTION}
            placeholder={files.length > 1 ? "Numbered for each photo" : undefined}
            onChange={(event) => stagedPhotos.describe(place, { caption: event.target.value })}
          />
        </Field>
        {place.type === "progress" && (
          <DateField
            label="Photo Date"
            value={day === null ? openedAt : `${day}T12:00`}
            required
            disabled={false}
            onChange={(picked) => stagedPhotos.describe(place, { day: picked })}
          />
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={() => stagedPhotos.clear(place)}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={isAdding || undefined}>
          <Upload aria-hidden /> Upload {formatCount(files.length, "Photo")}
        </Button>
      </div>
    </form>
  );
}

function StagedThumbnail({ staged, onDelete }: { staged: StagedFile; onDelete: () => void }) {
  const { file, name } = staged;
  const url = useObjectUrl(file);
  const [broken, setBroken] = useState(false);
  return (
    <li className="relative size-16 rounded-md bg-sunken touch:size-20" title={name}>
      {url === null || broken ? (
        <span className="flex size-full flex-col items-center justify-center gap-1 p-1 text-ink-muted">
          <FileImage aria-hidden className="size-5" />
          <span className="w-full truncate text-center text-xs">{name}</span>
        </span>
      ) : (
        <img
          src={url}
          alt={name}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="size-full rounded-md object-cover"
        />
      )}
      <button
        type="button"
        aria-label={`Leave out ${name}`}
        title="Leave Out"
        onClick={onDelete}
        className="absolute -top-1.5 -right-1.5 inline-flex size-6 items-center justify-center rounded-full border border-line bg-raised text-ink-muted shadow-raised hover:text-ink touch:after:absolute touch:after:-inset-2.5"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}

/** An object URL for a local file while the component is mounted. */
function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}
