import { EllipsisVertical, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { DropdownMenuItem } from "../../../components/ui/dropdown-menu.tsx";
import { LateMenu } from "../../../components/ui/late-menu.tsx";
import type { ProjectListItem } from "./project-types.ts";

type Action = "units" | "delete";

/** The menu with further actions on a project, for people with the permission. */
export function ProjectMenu(props: { project: ProjectListItem; onOpen: (dialog: Action) => void }) {
  const { project, onOpen } = props;
  const [open, setOpen] = useState(false);
  return (
    <LateMenu
      open={open}
      onOpenChange={setOpen}
      align="end"
      renderButton={(button) => (
        <Button
          {...button}
          variant="ghost"
          size="icon"
          title="More Actions"
          aria-label={`More actions for ${project.name}`}
          className="-my-1.5 -mr-1.5 -ml-2 touch:-my-3 touch:-mr-2"
        >
          <EllipsisVertical aria-hidden />
        </Button>
      )}
    >
      {(afterMenu) => (
        <>
          <DropdownMenuItem onSelect={afterMenu(() => onOpen("units"))}>
            <Plus aria-hidden /> Add Units
          </DropdownMenuItem>
          <DropdownMenuItem destructive onSelect={afterMenu(() => onOpen("delete"))}>
            <Trash2 aria-hidden /> Delete Project
          </DropdownMenuItem>
        </>
      )}
    </LateMenu>
  );
}
