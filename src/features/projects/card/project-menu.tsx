import { EllipsisVertical, Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import type { ProjectListItem } from "./project-types.ts";

type Action = "units" | "delete";

/** The menu with further actions on a project, for people with the permission. */
export function ProjectMenu(props: { project: ProjectListItem; onOpen: (dialog: Action) => void }) {
  const { project, onOpen } = props;
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useRef<Action>(null);
  // A dialog returns the focus to the element that had it before. The menu returns the focus too late for that, so the
  // button gets it first.
  const openChosen = () => {
    const action = chosen.current;
    chosen.current = null;
    if (action === null) return;
    button.current?.focus();
    onOpen(action);
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          ref={button}
          variant="ghost"
          size="icon"
          title="More Actions"
          aria-label={`More actions for ${project.name}`}
          className="-my-1.5 -mr-1.5 -ml-2 touch:-my-3 touch:-mr-2"
        >
          <EllipsisVertical aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" onCloseAutoFocus={openChosen}>
        <DropdownMenuItem onSelect={() => (chosen.current = "units")}>
          <Plus aria-hidden /> Add Units
        </DropdownMenuItem>
        <DropdownMenuItem destructive onSelect={() => (chosen.current = "delete")}>
          <Trash2 aria-hidden /> Delete Project
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
