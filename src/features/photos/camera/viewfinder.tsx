import { type RefObject, useEffect, useRef } from "react";
import { PhotoImage } from "../../../components/photo-image.tsx";
import { Spinner } from "../../../components/ui/spinner.tsx";
import { useStore } from "../../../hooks/use-store.ts";
import { previewUrl, type Photo } from "../../../lib/photos/photo.ts";
import { overlayPreference } from "./overlay-preference.ts";

interface ViewfinderProps {
  /** Null while the camera starts. */
  stream: MediaStream | null;
  videoRef: RefObject<HTMLVideoElement | null>;
  /** Called when the picture begins, and when it goes. */
  onReady: (isReady: boolean) => void;
  /** The earlier photo that lies over the live picture; null for none. */
  overlay: Photo | null;
  /** The number of shots so far; each one makes the picture blink. */
  shots: number;
}

/** The live picture, uncropped: the photo shows the same area. */
export function Viewfinder({ stream, videoRef, onReady, overlay, shots }: ViewfinderProps) {
  return (
    <div className="absolute inset-0">
      {stream === null ? (
        <p
          role="status"
          className="flex size-full items-center justify-center gap-2 text-ink-muted"
        >
          <Spinner className="size-5" /> Starting the camera
        </p>
      ) : (
        <Video stream={stream} videoRef={videoRef} onReady={onReady} />
      )}
      {overlay && <Overlay photo={overlay} />}
      {shots > 0 && (
        <div
          key={shots}
          aria-hidden
          className="pointer-events-none absolute inset-0 animate-leave bg-ink motion-reduce:hidden"
        />
      )}
    </div>
  );
}

type VideoProps = Pick<ViewfinderProps, "videoRef" | "onReady"> & { stream: MediaStream };

function Video({ stream, videoRef, onReady }: VideoProps) {
  const latest = useRef(onReady);
  useEffect(() => {
    latest.current = onReady;
  });
  useEffect(() => {
    if (videoRef.current !== null) videoRef.current.srcObject = stream;
    return () => latest.current(false);
  }, [stream, videoRef]);
  return (
    <video
      ref={videoRef}
      aria-label="Picture of the camera"
      autoPlay
      muted
      playsInline
      onPlaying={() => onReady(true)}
      className="size-full object-contain"
    />
  );
}

function Overlay({ photo }: { photo: Photo }) {
  const { strength } = useStore(overlayPreference, (preference) => preference);
  return (
    <>
      <div className="pointer-events-none absolute inset-0">
        <PhotoImage
          src={previewUrl(photo)}
          alt="Earlier photo, for the same angle"
          fit="contain"
          rotation={photo.rotation}
          style={{ opacity: strength / 100 }}
        />
      </div>
      <label className="absolute inset-x-4 bottom-2 flex h-11 items-center gap-3 rounded-lg bg-scrim px-3 text-sm">
        Overlay
        <input
          type="range"
          min={10}
          max={90}
          step={10}
          value={strength}
          onChange={({ target }) =>
            overlayPreference.set({ isOn: true, strength: Number(target.value) })
          }
          className="h-11 min-w-0 flex-1"
        />
      </label>
    </>
  );
}
