import { Link } from "@tanstack/react-router";
import { Camera, DoorOpen } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../../../convex/_generated/api.js";
import { SearchField } from "../../../components/search-field.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { DialogBody } from "../../../components/ui/dialog.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { LongSelect } from "../../../components/ui/long-select.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../../components/ui/until-known.tsx";
import { useLiveQuery } from "../../../hooks/reads/use-live-query.ts";
import { useStore } from "../../../hooks/use-store.ts";
import { type LastUnit as LastUnitValue, lastUnit } from "../../../lib/device/last-unit.ts";
import { unitNameMatches } from "../../../lib/units/unit-names.ts";
import { useProjects } from "../project/use-projects.ts";

interface CameraPlacesProps {
  projectId: string | undefined;
  onClose: () => void;
}

/**
 * The units that a photo can be of: the last opened one, and those of a project, which is the selected project at
 * first.
 */
export default function CameraPlaces({ projectId: first, onClose }: CameraPlacesProps) {
  const last = useStore(lastUnit, (unit) => unit);
  const { projects } = useProjects();
  const [projectId, setProjectId] = useState(first);
  return (
    <>
      {last && <LastUnit last={last} onClose={onClose} />}
      {projectId === undefined ? (
        <EmptyState
          icon={DoorOpen}
          title="Select a project"
          description="Photos belong to a unit of a project."
          action={
            <Button asChild>
              <Link to="/projects" onClick={onClose}>
                Projects
              </Link>
            </Button>
          }
        />
      ) : (
        <Units projectId={projectId} onClose={onClose}>
          {/* The project is shown because units of two projects can have the same name. */}
          <LongSelect
            aria-label="Project"
            value={projectId}
            onValueChange={setProjectId}
            options={projects?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          />
        </Units>
      )}
    </>
  );
}

/** The last opened unit of any project: the person is usually inside it. */
function LastUnit({ last, onClose }: { last: LastUnitValue; onClose: () => void }) {
  const { projectId, unitId, name, projectName } = last;
  return (
    <div className="px-5 pb-2">
      <Link
        to="/projects/$projectId/units/$unitId/camera"
        params={{ projectId, unitId }}
        onClick={onClose}
        // The dialog would focus the search, whose keyboard covers the units on a phone.
        ref={focus}
        className="flex min-h-14 items-center gap-3 rounded-lg border border-line bg-accent-soft px-3.5 py-2"
      >
        <Camera aria-hidden className="size-5 shrink-0 text-accent-text" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-base font-semibold">{name}</span>
          <span className="flex text-sm text-ink-muted">
            <span className="truncate">{projectName}</span>
            <span className="shrink-0 whitespace-pre"> · opened last</span>
          </span>
        </span>
      </Link>
    </div>
  );
}

function focus(link: HTMLElement | null): void {
  link?.focus();
}

function Units(props: { projectId: string; onClose: () => void; children: ReactNode }) {
  const { projectId, onClose, children } = props;
  const units = useLiveQuery(api.units.names, { projectId });
  const [text, setText] = useState("");
  const shown = units?.filter(({ name }) => text === "" || unitNameMatches(name, text));
  return (
    <DialogBody className="grid grid-cols-1 content-start gap-2">
      {children}
      <SearchField
        label="Find a unit"
        placeholder="Unit, floor or building"
        value={text}
        onChange={setText}
      />
      {shown === undefined ? (
        <UntilKnown>
          <Skeleton className="h-40" />
        </UntilKnown>
      ) : (
        <ul className="divide-y divide-line">
          {shown.map(({ id, name }) => (
            <li
              key={id}
              className="[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]"
            >
              <Link
                to="/projects/$projectId/units/$unitId/camera"
                params={{ projectId, unitId: id }}
                onClick={onClose}
                className="flex min-h-11 items-center rounded-md text-base touch:text-touch"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {shown?.length === 0 && (
        <p className="py-6 text-center text-sm text-ink-muted">No unit has this name</p>
      )}
    </DialogBody>
  );
}
