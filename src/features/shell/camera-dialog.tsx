import { Link } from "@tanstack/react-router";
import { DoorOpen } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { SearchField } from "../../components/search-field.tsx";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DialogBody } from "../../components/ui/dialog.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useLiveQuery } from "../../hooks/use-live-query.ts";
import { unitNameMatches } from "../../lib/unit-names.ts";

interface CameraDialogProps {
  projectId: string | undefined;
  onClose: () => void;
}

/** Asks which unit of the chosen project a photo is of. */
export function CameraDialog({ projectId, onClose }: CameraDialogProps) {
  return (
    <TitledDialog
      open
      onClose={onClose}
      title="Take photos"
      description="Choose the unit that they are of."
    >
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
        <Units projectId={projectId} onClose={onClose} />
      )}
    </TitledDialog>
  );
}

function Units({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const units = useLiveQuery(api.units.names, { projectId });
  const [text, setText] = useState("");
  const shown = units?.filter(({ name }) => text === "" || unitNameMatches(name, text));
  return (
    <DialogBody className="grid content-start gap-2">
      <SearchField
        label="Find a unit"
        placeholder="Find a unit, floor or building"
        value={text}
        onChange={setText}
      />
      {shown === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <ul className="divide-y divide-line">
          {shown.map(({ id, name }) => (
            <li
              key={id}
              className="[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]"
            >
              <Link
                to="/projects/$projectId/units"
                params={{ projectId }}
                search={{ unit: id, tab: "photos" }}
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
