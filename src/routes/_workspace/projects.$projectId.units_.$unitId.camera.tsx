import { createFileRoute } from "@tanstack/react-router";
import { CameraPage } from "../../features/photos/camera/camera-page.tsx";
import { cameraSearch } from "../../features/photos/camera/camera-search.ts";
import { RequirePermission } from "../../features/shell/require-permission.tsx";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/projects/$projectId/units_/$unitId/camera")({
  validateSearch: cameraSearch,
  staticData: { standsAlone: true },
  component: Camera,
});

function Camera() {
  const { projectId, unitId } = Route.useParams();
  return (
    <RequirePermission permission="file:write" refusal="You may not add photos.">
      <CameraPage
        key={unitId}
        projectId={projectId}
        unitId={unitId}
        search={Route.useSearch()}
        address={useDialogAddress()}
      />
    </RequirePermission>
  );
}
