import { EllipsisVertical, Plus, Trash2 } from "lucide-react";
import { Button } from "../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../components/ui/dropdown-menu.tsx";
import type { ProjectListItem } from "./project-types.ts";

/** What else can be done with a project by those who manage it. */
export function ProjectMenu(props: {
  project: ProjectListItem;
  onOpen: (dialog: "units" | "delete") => void;
}) {
  const { project, onOpen } = props;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          title="More Actions"
          aria-label={`More actions for ${project.name}`}
          className="-my-1.5 -mr-1.5 -ml-2 touch:-my-3 touch:-mr-2"
        >
          <EllipsisVertical aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => onOpen("units")}>
          <Plus aria-hidden /> Add Units
        </DropdownMenuItem>
        <DropdownMenuItem destructive onSelect={() => onOpen("delete")}>
          <Trash2 aria-hidden /> Delete Project
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
