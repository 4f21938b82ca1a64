import { useEffect, useState } from "react";
import { useStore } from "../../../hooks/use-store.ts";
import { CameraSession, type CameraState } from "./shots/camera-session.ts";

/** The camera while this page is mounted and visible. */
export function useCamera(): { camera: CameraState; session: CameraSession } {
  const [session] = useState(
    () =>
      new CameraSession({
        // The property is missing without https, although the TypeScript types say otherwise.
        devices: (navigator as Partial<Navigator>).mediaDevices,
        isSecure: window.isSecureContext,
      }),
  );
  useEffect(() => {
    const follow = () => {
      if (document.hidden) session.stop();
      else void session.start();
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    const forget = onPermission(() => {
      if (session.snapshot().name === "failed") void session.start();
    });
    return () => {
      forget();
      document.removeEventListener("visibilitychange", follow);
      session.stop();
    };
  }, [session]);
  return { camera: useStore(session, (state) => state), session };
}

/** Calls the listener when the camera permission of this site changes in the browser. */
function onPermission(listener: () => void): () => void {
  const left = new AbortController();
  // Not every browser supports this query.
  const permissions = (navigator as Partial<Navigator>).permissions;
  permissions?.query({ name: "camera" }).then(
    (permission) => permission.addEventListener("change", listener, { signal: left.signal }),
    () => undefined,
  );
  return () => left.abort();
}
