import { Link } from "@tanstack/react-router";
import { SquareSplitHorizontal } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { Button } from "../../components/ui/button.tsx";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { useChosen } from "../../hooks/address/use-chosen.ts";
import { useLast } from "../../hooks/use-last.ts";
import { useConnection } from "../../hooks/reads/use-connection.ts";
import { useIsPartial, useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { DoubtfulQuestion } from "./doubtful-question.tsx";
import { makerOf } from "../../lib/outbox/operation.ts";
import { outbox } from "../../lib/outbox/outbox.ts";
import { DeviceFullNote } from "./device-full-note.tsx";
import { PhotoSection } from "./photo-section.tsx";
import { PHOTO_SECTIONS } from "./photo-sections.ts";
import { describePhoto, type PhotoType } from "../../lib/photos/photo.ts";
import { PhotosSkeleton } from "./photos-skeleton.tsx";
import { PhotoViewer } from "./viewer/photo-viewer.tsx";
import { stagedPhotos } from "./sending/staged-photos.ts";
import { followUnsentPhotos } from "./sending/unsent-photos.ts";
import { usePhotoActions } from "./viewer/use-photo-actions.ts";
import { usePhotoAddress } from "./viewer/use-photo-address.ts";

interface PhotosPanelProps {
  projectId: string;
  unitId: string;
  /** The photo that is open in the viewer, if any. */
  shownId: string | undefined;
}

/** The photos of a unit before, during and after the work. */
export function PhotosPanel({ projectId, unitId, shownId }: PhotosPanelProps) {
  const address = usePhotoAddress();
  const photos = useLiveQuery(api.photos.list, { unitId });
  const isPartial = useIsPartial(api.photos.list, { unitId });
  // Sections that were shown before their photos are known would move below the first of them. Without a connection
  // they appear at once, because photos can be added. They stay when it comes back: a file may be being chosen.
  const [unitInSight, setUnitInSight] = useState<string>();
  const isLoading = useConnection().state === "live" && photos === undefined;
  const isComing = isLoading && unitInSight !== unitId;
  if (!isLoading && unitInSight !== unitId) setUnitInSight(unitId);
  const mayChange = useCan("file:write");
  // The server may have given the photo its final id since it was opened.
  const shown = shownId && (outbox.recordOf(shownId) ?? shownId);
  const { setPhotoDate, turnPhoto, deletePhoto } = usePhotoActions();
  const { chosen: deleting, choose: chooseToDelete } = useChosen(photos, "photo");
  const asked = useLast(deleting);
  // Pasted files go to the section that was used last.
  const lastType = useRef<PhotoType>("progress");
  const choose = (type: PhotoType, files: File[]) => {
    lastType.current = type;
    followUnsentPhotos(unitId, photosAddress(unitId));
    stagedPhotos.add({ unitId, type }, files);
  };
  usePastedFiles(mayChange ? (files) => choose(lastType.current, files) : null);

  // While only waiting photos are known, a section without any is not known to be empty.
  const ofType = (type: PhotoType) => {
    const found = photos?.filter((photo) => photo.type === type);
    return isPartial && found?.length === 0 ? undefined : found;
  };

  const { show } = address;
  const actions = useMemo(
    () => ({ show, setDate: setPhotoDate, remove: chooseToDelete }),
    [show, setPhotoDate, chooseToDelete],
  );

  return (
    <div className="grid grid-cols-1 gap-5">
      {isComing ? (
        <PhotosSkeleton />
      ) : (
        <>
          {photos && photos.length > 1 && <CompareLink projectId={projectId} unitId={unitId} />}
          {mayChange && <DeviceFullNote />}
          {PHOTO_SECTIONS.map(({ type, title }) => (
            <PhotoSection
              key={type}
              projectId={projectId}
              place={{ unitId, type }}
              title={title}
              photos={ofType(type)}
              mayChange={mayChange}
              onChoose={(files) => choose(type, files)}
              actions={actions}
            />
          ))}
        </>
      )}
      <DoubtfulQuestion unitId={unitId} />
      <PhotoViewer
        photos={photos}
        shownId={shown}
        address={address}
        onTurn={mayChange && makerOf(shown ?? "") === null ? turnPhoto : undefined}
      />
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && chooseToDelete(null)}
        title="Delete photo?"
        description={`"${asked ? describePhoto(asked) : ""}" is deleted for everyone and lies in the trash.`}
        confirmLabel="Delete Photo"
        destructive
        onConfirm={() => {
          chooseToDelete(null);
          if (deleting) deletePhoto(deleting.id);
          return Promise.resolve();
        }}
      />
    </div>
  );
}

/** A link that compares the newest before photo with the newest completion photo. */
function CompareLink({ projectId, unitId }: { projectId: string; unitId: string }) {
  return (
    <Button variant="outline" asChild className="-mb-2 w-fit justify-self-end">
      <Link to="/projects/$projectId/compare" params={{ projectId }} search={{ unit: unitId }}>
        <SquareSplitHorizontal aria-hidden /> Compare Before and After
      </Link>
    </Button>
  );
}

/** The address that shows the photos of a unit from the present page. */
function photosAddress(unitId: string): string {
  const search = new URLSearchParams({ unit: unitId, tab: "photos" });
  return `${window.location.pathname}?${search.toString()}`;
}

/** Calls `onPaste` with files that are pasted anywhere on the page. */
function usePastedFiles(onPaste: ((files: File[]) => void) | null): void {
  const latest = useRef(onPaste);
  useEffect(() => {
    latest.current = onPaste;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (!latest.current || files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, []);
}
