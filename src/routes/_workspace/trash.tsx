import { createFileRoute } from "@tanstack/react-router";

import { RequirePermission } from "../../features/shell/require-permission.tsx";
import { TrashPage } from "../../features/trash/trash-page.tsx";
import { trashSearch } from "../../features/trash/trash-search.ts";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/trash")({
  validateSearch: trashSearch,
  component: Trash,
});

function Trash() {
  return (
    <RequirePermission
      permission="trash:write"
      refusal="You don't have permission to read the trash."
    >
      <TrashPage search={Route.useSearch()} address={useDialogAddress()} />
    </RequirePermission>
  );
}
