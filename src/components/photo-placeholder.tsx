import { Download, FileImage } from "lucide-react";
import { useLocalPhoto } from "../hooks/photos/use-local-photo.ts";
import { type NamedPhoto, originalUrl } from "../lib/photos/photo.ts";
import { Button } from "./ui/button.tsx";

/** A placeholder for a photo that this browser cannot show: its file name, and a link to the file. */
export function PhotoPlaceholder({ photo }: { photo: NamedPhoto }) {
  const local = useLocalPhoto(photo);
  const fileName = photo.originalName ?? photo.filename;
  return (
    <div className="flex aspect-4/3 min-w-0 flex-col items-center justify-center gap-1 rounded-md border border-dashed border-line-strong bg-sunken p-2 text-ink-muted">
      <FileImage aria-hidden className="size-5 shrink-0" />
      <span className="max-w-full truncate text-sm" title={fileName}>
        {fileName}
      </span>
      <Button variant="ghost" size="sm" asChild>
        <a href={local?.original ?? originalUrl(photo)} download={fileName}>
          <Download aria-hidden /> Download
        </a>
      </Button>
    </div>
  );
}
