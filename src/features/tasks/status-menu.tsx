import { Check } from "lucide-react";
import type { RefObject } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../components/ui/dropdown-menu.tsx";
import { TASK_STATUS } from "../../lib/status.ts";
import type { BaseTaskStatus, Task } from "../../lib/optimistic/task-change.ts";
import { STATUS_CHOICES } from "./task-status-buttons.tsx";

interface StatusMenuProps {
  task: Task;
  /** The circle that opened the menu; it gets the focus back. */
  circle: RefObject<HTMLButtonElement | null>;
  onChange: (status: BaseTaskStatus) => void;
  onClose: () => void;
}

/**
 * The menu with the states of a completed task, which a tap on the circle does not change. It lies over the circle, and
 * is mounted only while it is open.
 */
export default function StatusMenu({ task, circle, onChange, onClose }: StatusMenuProps) {
  return (
    <DropdownMenu open onOpenChange={(open) => !open && onClose()}>
      <DropdownMenuTrigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        aria-labelledby={`task-${task.id}`}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          circle.current?.focus();
        }}
      >
        {STATUS_CHOICES.map(({ status }) => {
          const { label, icon: Icon } = TASK_STATUS[status];
          const isCurrent = status === task.baseStatus;
          return (
            <DropdownMenuItem
              key={status}
              aria-current={isCurrent || undefined}
              onSelect={() => isCurrent || onChange(status)}
            >
              <Icon aria-hidden /> {label}
              {isCurrent && <Check aria-hidden className="ml-auto" />}
            </DropdownMenuItem>
          );
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
