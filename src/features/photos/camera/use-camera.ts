import { useEffect, useState } from "react";
import { useStore } from "../../../hooks/use-store.ts";
import { CameraSession, type CameraState } from "./shots/camera-session.ts";

/** The camera for as long as this page is shown and looked at. */
export function useCamera(): { camera: CameraState; session: CameraSession } {
  const [session] = useState(
    () =>
      new CameraSession({
        // Not there without https, whatever the types say.
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

/** Calls back when somebody changes in the browser whether this site may use the camera. */
function onPermission(listener: () => void): () => void {
  const left = new AbortController();
  // Not every browser tells this.
  const permissions = (navigator as Partial<Navigator>).permissions;
  permissions?.query({ name: "camera" }).then(
    (permission) => permission.addEventListener("change", listener, { signal: left.signal }),
    () => undefined,
  );
  return () => left.abort();
}
