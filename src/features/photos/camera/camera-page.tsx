import { useEffect, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api.js";
import type { DialogAddress } from "../../../hooks/address/use-dialog-address.ts";
import { useConnection } from "../../../hooks/reads/use-connection.ts";
import { useLiveQuery } from "../../../hooks/reads/use-live-query.ts";
import { useStore } from "../../../hooks/use-store.ts";
import type { PhotoType } from "../../../lib/photos/photo.ts";
import { useHasRoom } from "../use-has-room.ts";
import { DoubtfulQuestion } from "../doubtful-question.tsx";
import { addFiles } from "./shots/add-files.ts";
import { CameraControls } from "./camera-controls.tsx";
import { CameraHead } from "./camera-head.tsx";
import { CameraProblemNote } from "./camera-problem.tsx";
import { MOST_AT_ONCE, type ShotPlace } from "./shots/camera-roll.ts";
import type { CameraSearch } from "./camera-search.ts";
import { overlayPreference } from "./overlay-preference.ts";
import { takePicture } from "./shots/picture.ts";
import { shotEncoder, takeShot, useShots } from "./shots/shots.ts";
import { useCamera } from "./use-camera.ts";
import { useCameraSubject } from "./use-camera-subject.ts";
import { useDarkPage } from "./use-dark-page.ts";
import { Viewfinder } from "./viewfinder.tsx";

interface CameraPageProps {
  projectId: string;
  unitId: string;
  search: CameraSearch;
  address: DialogAddress;
}

/** The camera of a unit. It takes shot after shot, and hands each one over at once. */
export function CameraPage({ projectId, unitId, search, address }: CameraPageProps) {
  useDarkPage();
  useEffect(() => shotEncoder.prepare(), []);
  const subject = useCameraSubject({ projectId, unitId }, search, address);
  const { names, tasks, stage, taskId } = subject;
  const { camera, session } = useCamera();
  const stream = camera.name === "live" ? camera.stream : null;
  const video = useRef<HTMLVideoElement>(null);
  const [readyStream, setReadyStream] = useState<MediaStream | null>(null);
  const shots = useShots(unitId);
  const hasRoom = useHasRoom();
  const { state: line } = useConnection();
  const mayKeep = hasRoom || line === "live";
  const overlay = useOverlay({ unitId, taskId, stage });

  const place: ShotPlace | null =
    stage === undefined ? null : { projectId, unitId, type: stage, taskId };
  const isReady = stream !== null && readyStream === stream;
  const shoot = () => {
    if (place !== null && stream !== null && video.current !== null)
      void takeShot(place, takePicture(video.current, stream));
  };
  const choose = place && ((files: File[]) => void addFiles(place, files));

  return (
    <div className="grid h-(--full) grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] bg-canvas pb-[env(safe-area-inset-bottom)] text-ink landscape:grid-cols-[minmax(0,1fr)_20rem] landscape:grid-rows-[auto_minmax(0,1fr)]">
      <div className="landscape:col-start-2">
        <CameraHead
          projectId={projectId}
          unitId={unitId}
          unit={names}
          torch={
            camera.name === "live" && camera.torch !== "none"
              ? { isOn: camera.torch === "on", onChange: (isOn) => void session.setTorch(isOn) }
              : null
          }
          overlay={overlay.photo && { isOn: overlay.isOn, onChange: overlay.toggle }}
        />
      </div>
      <div className="relative min-h-0 overflow-y-auto landscape:col-start-1 landscape:row-span-2 landscape:row-start-1">
        {camera.name === "failed" ? (
          <CameraProblemNote
            problem={camera.problem}
            onRetry={() => void session.start()}
            onChoose={choose}
          />
        ) : (
          <Viewfinder
            stream={stream}
            videoRef={video}
            onReady={(isReady) => setReadyStream(isReady ? stream : null)}
            overlay={overlay.isOn ? overlay.photo : null}
            shots={shots.length}
          />
        )}
      </div>
      <CameraControls
        projectId={projectId}
        unitId={unitId}
        shots={shots}
        tasks={tasks}
        taskId={taskId}
        onTask={subject.chooseTask}
        stage={stage}
        onStage={subject.chooseStage}
        reason={reasonNotTo({ isReady, hasStage: place !== null, mayKeep, shots })}
        onShoot={shoot}
        onChoose={choose}
      />
      <DoubtfulQuestion unitId={unitId} />
    </div>
  );
}

interface OverlaySubject {
  unitId: string;
  taskId: string | null;
  stage: PhotoType | undefined;
}

/**
 * The newest before photo, of this task if it has one, as an overlay that shows where the earlier photo was taken from.
 */
function useOverlay({ unitId, taskId, stage }: OverlaySubject) {
  const photos = useLiveQuery(api.photos.list, { unitId });
  const preference = useStore(overlayPreference, (kept) => kept);
  const isWanted = stage !== undefined && stage !== "before";
  const before = isWanted ? photos?.filter(({ type }) => type === "before") : undefined;
  const photo = before?.find((earlier) => earlier.taskId === taskId) ?? before?.[0] ?? null;
  return {
    photo,
    isOn: preference.isOn,
    toggle: (isOn: boolean) => overlayPreference.set({ ...preference, isOn }),
  };
}

interface Readiness {
  isReady: boolean;
  hasStage: boolean;
  /** True when this device has room for a photo, or a connection to send it at once. */
  mayKeep: boolean;
  shots: ReturnType<typeof useShots>;
}

/** The reason why the shutter takes no photo now; null when it takes one. */
function reasonNotTo({ isReady, hasStage, mayKeep, shots }: Readiness): string | null {
  if (!isReady) return "The camera is not ready";
  if (!hasStage) return "Choose a stage first";
  if (!mayKeep) return "This device is full: free some space, or find a network";
  const making = shots.filter(({ way }) => way === "making").length;
  return making >= MOST_AT_ONCE ? "The last photos are being kept" : null;
}
