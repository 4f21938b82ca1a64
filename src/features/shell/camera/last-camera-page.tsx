import { Navigate, useNavigate } from "@tanstack/react-router";
import { Camera } from "lucide-react";
import { MessagePage } from "../../../components/layout/message-page.tsx";
import { useStore } from "../../../hooks/use-store.ts";
import { lastUnit } from "../../../lib/device/last-unit.ts";
import { CameraDialog } from "./camera-dialog.tsx";
import { useProjects } from "../project/use-projects.ts";

/** Redirects to the camera of the last opened unit. On a device without one, it asks for the unit. */
export function LastCameraPage() {
  const last = useStore(lastUnit, (unit) => unit);
  const { selected } = useProjects();
  const navigate = useNavigate();
  if (last) {
    const { projectId, unitId } = last;
    return (
      <Navigate
        to="/projects/$projectId/units/$unitId/camera"
        params={{ projectId, unitId }}
        replace
      />
    );
  }
  return (
    <>
      <MessagePage icon={Camera} title="Camera" description="Photos belong to a unit." />
      <CameraDialog
        projectId={selected?.id}
        onClose={() => void navigate({ to: "/my-day", replace: true })}
      />
    </>
  );
}
