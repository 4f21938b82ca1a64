import { FileImage, Upload, X } from "lucide-react";
import { useEffect, useState } from "react";
import { DateField } from "../../components/date-field.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { formatCount } from "../../lib/format.ts";
import { captionOf } from "./caption.ts";
import type { PhotoType } from "./photo-types.ts";
import type { OutgoingPhoto } from "./send-photo.ts";
import type { StagedFile } from "./use-staging.ts";

/** Leaves room for the number of the file in what the server takes. */
const MAX_CAPTION = 980;

interface PhotoComposerProps {
  unitId: string;
  type: PhotoType;
  files: readonly StagedFile[];
  onRemove: (key: string) => void;
  onUpload: (photos: OutgoingPhoto[]) => void;
  onCancel: () => void;
}

/** The chosen files with what is to be said about them, before they are sent. */
export function PhotoComposer(props: PhotoComposerProps) {
  const { unitId, type, files, onRemove, onUpload, onCancel } = props;
  const [text, setText] = useState("");
  const [day, setDay] = useState<string | null>(null);

  const upload = () => {
    const total = files.length;
    onUpload(
      files.map(({ key, file }, index) => {
        const caption = captionOf(text, { index, total });
        return { key, unitId, type, file, caption, photoDate: day };
      }),
    );
  };

  return (
    <form
      aria-label="Photos to upload"
      className="grid gap-3 rounded-lg border border-line bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault();
        upload();
      }}
    >
      <ul aria-label="Chosen files" className="flex flex-wrap gap-2">
        {files.map((staged) => (
          <StagedThumbnail key={staged.key} staged={staged} onRemove={onRemove} />
        ))}
      </ul>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_11rem]">
        <Field
          label="Caption (optional)"
          className="gap-1 [&>label]:text-xs [&>label]:font-normal [&>label]:text-ink-muted"
        >
          <Input
            value={text}
            maxLength={MAX_CAPTION}
            placeholder={files.length > 1 ? "Numbered for each photo" : undefined}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {type === "progress" && (
          <DateField
            label="Photo Date"
            value={day === null ? new Date().toISOString() : `${day}T12:00`}
            required
            disabled={false}
            onChange={setDay}
          />
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">
          <Upload aria-hidden /> Upload {formatCount(files.length, "Photo")}
        </Button>
      </div>
    </form>
  );
}

function StagedThumbnail(props: { staged: StagedFile; onRemove: (key: string) => void }) {
  const { key, file } = props.staged;
  const url = useObjectUrl(file);
  const [broken, setBroken] = useState(false);
  return (
    <li className="relative size-16 rounded-md bg-sunken touch:size-20" title={file.name}>
      {url === null || broken ? (
        <span className="flex size-full flex-col items-center justify-center gap-1 p-1 text-ink-muted">
          <FileImage aria-hidden className="size-5" />
          <span className="w-full truncate text-center text-xs">{file.name}</span>
        </span>
      ) : (
        <img
          src={url}
          alt={file.name}
          decoding="async"
          onError={() => setBroken(true)}
          className="size-full rounded-md object-cover"
        />
      )}
      <button
        type="button"
        aria-label={`Leave out ${file.name}`}
        title="Leave Out"
        onClick={() => props.onRemove(key)}
        className="absolute -top-1.5 -right-1.5 inline-flex size-6 items-center justify-center rounded-full border border-line bg-raised text-ink-muted shadow-raised hover:text-ink touch:after:absolute touch:after:-inset-2.5"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}

/** An address of a local file for as long as it is shown. */
function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}
