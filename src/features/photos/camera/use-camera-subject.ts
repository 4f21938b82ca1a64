import { useEffect } from "react";
import { api } from "../../../../convex/_generated/api.js";
import type { DialogAddress } from "../../../hooks/address/use-dialog-address.ts";
import { useConnection } from "../../../hooks/reads/use-connection.ts";
import { useLiveQuery } from "../../../hooks/reads/use-live-query.ts";
import { lastUnit } from "../../../lib/device/last-unit.ts";
import type { PhotoType } from "../../../lib/photos/photo.ts";
import type { CameraSearch } from "./camera-search.ts";
import { rememberStage, stageToBegin, workStateOf } from "./stage-choice.ts";

/**
 * The photographed unit, and the stage and task of the next shot, which are in the address. The first stage follows
 * from the progress of the work and then stays: it does not change under the finger while other people work on.
 */
export function useCameraSubject(
  place: { projectId: string; unitId: string },
  search: CameraSearch,
  address: DialogAddress,
) {
  const { unitId } = place;
  const unit = useLiveQuery(api.units.get, { unitId });
  const nameAlone = useNameAlone(place, unit === undefined);
  const tasks = useLiveQuery(api.tasks.list, { unitId });
  const task = tasks?.find(({ id }) => id === search.task);
  const isKnown = unit !== undefined && (search.task === undefined || tasks !== undefined);
  const work = isKnown ? workStateOf(unit, task) : undefined;

  const { stage } = search;
  useEffect(() => {
    if (stage === undefined && work !== undefined) address.change({ stage: stageToBegin(work) });
  }, [stage, work, address]);
  const { name, projectId, projectName } = unit ?? {};
  useEffect(() => {
    if (name !== undefined && projectId !== undefined && projectName !== undefined)
      lastUnit.set({ projectId, unitId, name, projectName });
  }, [unitId, name, projectId, projectName]);

  return {
    names: unit ?? nameAlone,
    tasks,
    stage,
    /** A task of another unit and a deleted task count as none. */
    taskId: tasks === undefined ? (search.task ?? null) : (task?.id ?? null),
    chooseStage: (chosen: PhotoType) => {
      if (work !== undefined) rememberStage(work, chosen);
      address.change({ stage: chosen });
    },
    chooseTask: (taskId: string | null) => address.change({ task: taskId }),
  };
}

/**
 * The name of a unit that this device has not seen, from the list of its project's unit names. It is used only without
 * a live connection.
 */
function useNameAlone(
  { projectId, unitId }: { projectId: string; unitId: string },
  isUnknown: boolean,
) {
  const { state } = useConnection();
  const names = useLiveQuery(
    api.units.names,
    isUnknown && state !== "live" ? { projectId } : "skip",
  );
  return names?.find(({ id }) => id === unitId);
}
