import { Link } from "@tanstack/react-router";
import { PhotoWallPage } from "../features/photo-wall/photo-wall-page.tsx";
import type { WallSearch } from "../features/photo-wall/wall-search.ts";
import { PhotoViewer } from "../features/photos/viewer/photo-viewer.tsx";
import { usePhotoActions } from "../features/photos/viewer/use-photo-actions.ts";
import { usePhotoAddress } from "../features/photos/viewer/use-photo-address.ts";
import { useDialogAddress } from "../hooks/address/use-dialog-address.ts";
import { useCan } from "../hooks/people/use-viewer.ts";
import { makerOf } from "../lib/outbox/operation.ts";
import { outbox } from "../lib/outbox/outbox.ts";
import { PHOTO_STAGE, type ProjectPhoto } from "../lib/photos/photo.ts";

interface PhotoWallScreenProps {
  projectId: string;
  search: WallSearch;
}

/** The photos of a project and, over them, the one that is opened. */
export function PhotoWallScreen({ projectId, search }: PhotoWallScreenProps) {
  const photoAddress = usePhotoAddress();
  const mayChange = useCan("file:write");
  const { turnPhoto } = usePhotoActions();
  // The server may have given the photo its final id since it was opened.
  const shown = search.photo && (outbox.recordOf(search.photo) ?? search.photo);
  const mayTurn = mayChange && makerOf(shown ?? "") === null;
  return (
    <PhotoWallPage
      projectId={projectId}
      search={search}
      address={useDialogAddress()}
      renderViewer={(photos, readMore) => (
        <PhotoViewer
          amongAll
          photos={photos}
          readMore={readMore}
          shownId={shown}
          address={photoAddress}
          onTurn={mayTurn ? turnPhoto : undefined}
          renderPlace={(photo) => <PhotoPlace projectId={projectId} photo={photo} />}
        />
      )}
    />
  );
}

function PhotoPlace({ projectId, photo }: { projectId: string; photo: ProjectPhoto }) {
  return (
    <>
      <Link
        to="/projects/$projectId/units"
        params={{ projectId }}
        search={{ unit: photo.unitId, tab: "photos" }}
        className="inline-flex items-center font-medium text-accent-text underline underline-offset-2 touch:min-h-11"
      >
        {photo.unitName}
      </Link>
      <span className="inline-flex items-center">
        {PHOTO_STAGE[photo.type]} · {photo.uploadedByName}
      </span>
    </>
  );
}
