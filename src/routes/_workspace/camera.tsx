import { createFileRoute } from "@tanstack/react-router";
import { LastCameraPage } from "../../features/shell/camera/last-camera-page.tsx";
import { RequirePermission } from "../../features/shell/require-permission.tsx";

export const Route = createFileRoute("/_workspace/camera")({ component: LastCamera });

function LastCamera() {
  return (
    <RequirePermission permission="file:write" refusal="You may not add photos.">
      <LastCameraPage />
    </RequirePermission>
  );
}
