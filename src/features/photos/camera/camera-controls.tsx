import { Link } from "@tanstack/react-router";
import type { FunctionReturnType } from "convex/server";
import { ImagePlus, Images, type LucideIcon, NotebookPen } from "lucide-react";
import type { api } from "../../../../convex/_generated/api.js";
import { Button } from "../../../components/ui/button.tsx";
import { formatCount } from "../../../lib/format.ts";
import { usePhotoPicker } from "../photo-picker.tsx";
import type { PhotoType } from "../../../lib/photos/photo.ts";
import { ShotStrip } from "./shot-strip.tsx";
import type { ShownShot } from "./shots/shots.ts";
import { Shutter } from "./shutter.tsx";
import { StageSwitch } from "./stage-switch.tsx";
import { TaskChoice } from "./task-choice.tsx";

interface CameraControlsProps {
  projectId: string;
  unitId: string;
  shots: readonly ShownShot[];
  /** Undefined while the tasks load. */
  tasks: FunctionReturnType<typeof api.tasks.list> | undefined;
  taskId: string | null;
  onTask: (taskId: string | null) => void;
  stage: PhotoType | undefined;
  onStage: (stage: PhotoType) => void;
  /** The reason why no photo can be taken now; null when one can. */
  reason: string | null;
  onShoot: () => void;
  /** Adds files instead of shots; null while no stage is chosen. */
  onChoose: ((files: File[]) => void) | null;
}

/** The controls for the thumb, at the lower end of a phone: the last shots, the task, the stage and the shutter. */
export function CameraControls(props: CameraControlsProps) {
  const { projectId, unitId, shots, tasks, taskId, onTask, stage, onStage, reason, onShoot } =
    props;
  return (
    <div className="grid content-end gap-2 overflow-y-auto pb-3 landscape:col-start-2">
      <ShotStrip shots={shots} />
      <div className="grid gap-2 px-4">
        {tasks !== undefined && tasks.length > 0 && (
          <TaskChoice tasks={tasks} value={taskId} onChange={onTask} />
        )}
        <StageSwitch value={stage} onChange={onStage} />
      </div>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center justify-items-center px-4 pt-1">
        <FilesButton onChoose={props.onChoose} />
        <Shutter reason={reason} onShoot={onShoot} />
        <div className="flex">
          <UnitLink
            projectId={projectId}
            search={{ unit: unitId, tab: "notes", note: "new" }}
            label="Write a note"
            icon={NotebookPen}
          />
          <UnitLink
            projectId={projectId}
            search={{ unit: unitId, tab: "photos" }}
            label="Photos of the unit"
            icon={Images}
          />
        </div>
      </div>
      <p role="status" className="sr-only">
        {shots.length > 0 && `${formatCount(shots.length, "photo")} taken`}
      </p>
    </div>
  );
}

/** A way from the camera to a part of the unit. */
function UnitLink(props: {
  projectId: string;
  search: { unit: string; tab: "photos" | "notes"; note?: string };
  label: string;
  icon: LucideIcon;
}) {
  const { projectId, search, label, icon: Icon } = props;
  return (
    <Button variant="ghost" size="icon" className="size-12 [&_svg]:size-6" asChild>
      <Link
        to="/projects/$projectId/units"
        params={{ projectId }}
        search={search}
        aria-label={label}
        title={label}
      >
        <Icon aria-hidden />
      </Link>
    </Button>
  );
}

function FilesButton({ onChoose }: Pick<CameraControlsProps, "onChoose">) {
  const picker = usePhotoPicker({
    label: "Files of the device",
    onChoose: (files) => onChoose?.(files),
  });
  return (
    <>
      {picker.input}
      <Button
        variant="ghost"
        size="icon"
        aria-label="Choose files"
        title={onChoose ? "Choose files" : "Choose a stage first"}
        aria-disabled={onChoose === null || undefined}
        className="size-12 [&_svg]:size-6"
        onClick={() => onChoose && picker.open()}
      >
        <ImagePlus aria-hidden />
      </Button>
    </>
  );
}
