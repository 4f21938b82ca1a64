import { Camera, Clock, FolderPlus, Keyboard, LogOut, Plus, Undo2 } from "lucide-react";
import { useMemo, useState } from "react";
import { can } from "../../../convex/rules/permissions.ts";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { dateToDay } from "../../lib/format.ts";
import { quick } from "../../lib/quick.ts";
import type { Choice } from "./choice.ts";

interface Acts {
  project: { id: string; name: string } | null;
  onSignOut: () => void;
  /** Asks for the unit of photos. */
  onTakePhotos: () => void;
}

/** The actions that are available on every page. */
export function useActionChoices({ project, onSignOut, onTakePhotos }: Acts): readonly Choice[] {
  const { role } = useViewer();
  const [today] = useState(() => dateToDay(new Date()));
  return useMemo(() => {
    const leave = () => {
      quick.set(null);
      onSignOut();
    };
    const action = (name: string, rest: Pick<Choice, "icon" | "leadsTo" | "also">): Choice => ({
      ...{ id: `action ${name}`, name, detail: null, group: "Actions" },
      ...rest,
    });
    const choices: Choice[] = [];
    if (can(role, "file:write"))
      choices.push(
        action("Take Photos in a Unit…", {
          ...{ icon: Camera, also: "camera picture", leadsTo: onTakePhotos },
        }),
      );
    if (can(role, "time:write") && project !== null)
      choices.push(
        action(`Record Time on ${project.name}`, {
          ...{ icon: Clock, also: "hours log timesheet" },
          leadsTo: `/projects/${project.id}/time-tracking?add=${today}`,
        }),
      );
    if (can(role, "project:write")) {
      choices.push(
        action("Create a Project", {
          ...{ icon: FolderPlus, also: "new", leadsTo: "/projects?dialog=create" },
        }),
      );
      if (project !== null)
        choices.push(
          action(`Add Units to ${project.name}`, {
            ...{ icon: Plus, also: "new" },
            leadsTo: `/projects?dialog=units&project=${project.id}`,
          }),
        );
    }
    choices.push(
      action("Recent Changes…", {
        ...{ icon: Undo2, also: "undo redo take back", leadsTo: () => quick.set("changes") },
      }),
      action("Show the Keys", {
        ...{ icon: Keyboard, also: "keyboard help", leadsTo: () => quick.set("keys") },
      }),
      action("Sign Out", { icon: LogOut, also: "log off", leadsTo: leave }),
    );
    return choices;
  }, [role, project, today, onSignOut, onTakePhotos]);
}
