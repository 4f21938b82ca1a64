import { Link } from "@tanstack/react-router";
import { Replace } from "lucide-react";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { formatDate } from "../../lib/format.ts";
import { PHOTO_STAGE, type ProjectPhoto } from "../../lib/photos/photo.ts";

interface PairCaptionProps {
  projectId: string;
  photo: ProjectPhoto | null;
  /** The other photo of the pair. */
  other: ProjectPhoto | null;
}

/** The text below a photo of a pair: stage, day, author and place, and a link to choose another photo. */
export function PairCaption({ projectId, photo, other }: PairCaptionProps) {
  const unitId = (photo ?? other)?.unitId;
  return (
    <figcaption className="@container grid min-w-0 grid-cols-1 gap-1">
      <div className="flex min-w-0 items-start gap-2 @max-2xs:flex-col">
        <div className="min-w-0 flex-1">
          {photo && <Facts projectId={projectId} photo={photo} />}
        </div>
        <Button variant="ghost" size="sm" asChild className="print:hidden">
          <Link
            to="/projects/$projectId/photos"
            params={{ projectId }}
            search={{
              pair: other === null ? [] : [other.id],
              ...(unitId !== undefined && { unit: unitId }),
            }}
            aria-label={
              photo === null ? "Choose a photo" : `Choose another photo than ${wordsOf(photo)}`
            }
          >
            <Replace aria-hidden /> {photo === null ? "Choose" : "Change"}
          </Link>
        </Button>
      </div>
      {photo?.caption != null && (
        <p className="max-h-24 overflow-y-auto text-base break-words print:max-h-none">
          {photo.caption}
        </p>
      )}
    </figcaption>
  );
}

function Facts({ projectId, photo }: { projectId: string; photo: ProjectPhoto }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-base font-medium">
        <Badge tone={photo.type === "completion" ? "success" : "neutral"}>
          {PHOTO_STAGE[photo.type]}
        </Badge>
        <time dateTime={photo.photoDate}>{formatDate(photo.photoDate)}</time>
      </p>
      <p className="mt-0.5 text-sm break-words text-ink-muted">
        <Link
          to="/projects/$projectId/units"
          params={{ projectId }}
          search={{ unit: photo.unitId, tab: "photos" }}
          className="inline-flex items-center font-medium text-accent-text underline underline-offset-2 touch:min-h-11"
        >
          <bdi>{photo.unitName}</bdi>
        </Link>
        {photo.taskName !== null && (
          <>
            {" · "}
            <bdi>{photo.taskName}</bdi>
          </>
        )}{" "}
        · <bdi>{photo.uploadedByName}</bdi>
      </p>
    </>
  );
}

function wordsOf({ type, photoDate }: ProjectPhoto): string {
  return `${PHOTO_STAGE[type]}, ${formatDate(photoDate)}`;
}
