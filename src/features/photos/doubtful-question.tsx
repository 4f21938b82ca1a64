import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { useLast } from "../../hooks/use-last.ts";
import { addAnyway } from "./sending/add-photos.ts";
import { doubtfulPhotos, useDoubtful } from "./sending/doubtful-photos.ts";

/** The question about chosen files that the unit already has. */
export function DoubtfulQuestion({ unitId }: { unitId: string }) {
  const doubtful = useDoubtful(unitId);
  const isOpen = doubtful.length > 0;
  const names = useLast(isOpen ? doubtful.map(({ shot }) => shot.name).join(", ") : undefined);
  const count = useLast(isOpen ? doubtful.length : undefined) ?? 0;
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => !open && doubtfulPhotos.leaveOut(unitId)}
      title={
        count === 1
          ? "This photo is already in this unit"
          : `${String(count)} of these photos are already in this unit`
      }
      description={`${names ?? ""}. Cancel leaves ${count === 1 ? "it" : "them"} out.`}
      confirmLabel="Add Anyway"
      onConfirm={() => {
        for (const { place, shot } of doubtful) addAnyway(place, [shot]);
        return Promise.resolve();
      }}
    />
  );
}
