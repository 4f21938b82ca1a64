import { Link2, MonitorX, Pencil, Trash2 } from "lucide-react";
import { memo } from "react";
import { Avatar } from "../../components/ui/avatar.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { formatDate, fullName } from "../../lib/format.ts";
import { roleBadge } from "./user-roles.ts";
import type { User } from "./user-filter.ts";
import type { UserDialog } from "./users-search.ts";

/** The message when a user tries to delete their own account; the server uses the same text. */
const OWN_ACCOUNT = "You cannot delete your own account";

interface UserRowProps {
  user: User;
  /** True for the viewer's own row. */
  isViewer: boolean;
  onOpen: (dialog: UserDialog, user: User) => void;
}

/** One user: name, role, date, and the buttons for the account. */
export const UserRow = memo(function UserRow({ user, isViewer, onOpen }: UserRowProps) {
  const name = fullName(user);
  const { label, ...look } = roleBadge(user.role);
  const noteId = `${user.id}-note`;
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)_auto] items-center border-t border-line gap-x-3 gap-y-1.5 px-4 py-2.5 md:grid-cols-[auto_minmax(0,1fr)_11.5rem_8rem_auto]">
      <Avatar name={name} src={user.profileImageUrl} className="max-md:self-start" />
      <div className="min-w-0 max-md:col-span-2">
        <p className="flex items-center gap-1.5 text-base font-medium">
          <span className="truncate" title={name}>
            {name}
          </span>
          {isViewer && <Badge>You</Badge>}
        </p>
        <p className="truncate text-sm text-ink-muted" title={user.email ?? undefined}>
          {user.email}
        </p>
        {isViewer && (
          <p id={noteId} className="text-xs text-ink-muted">
            {OWN_ACCOUNT}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 md:contents">
        <span className="min-w-0">
          <Badge {...look}>{label}</Badge>
        </span>
        <span className="text-sm text-ink-muted tabular-nums">
          <span className="md:sr-only">Joined </span>
          <time dateTime={user.createdAt}>{formatDate(user.createdAt)}</time>
        </span>
      </div>
      <div className="flex items-center max-md:col-span-2 max-md:col-start-2 max-md:-ml-3">
        <Button
          variant="ghost"
          size="icon"
          title="Edit Role"
          aria-label={`Edit Role of ${name}`}
          onClick={() => onOpen("role", user)}
        >
          <Pencil aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          title={isViewer ? "Your devices are under your name" : "Sign out everywhere"}
          aria-label={`Sign out ${name} everywhere`}
          disabled={isViewer}
          onClick={() => onOpen("sessions", user)}
        >
          <MonitorX aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          title="Relink Sign-in"
          aria-label={`Relink Sign-in of ${name}`}
          disabled={isViewer}
          onClick={() => onOpen("relink", user)}
        >
          <Link2 aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          title="Delete User"
          aria-label={`Delete ${name}`}
          disabled={isViewer}
          aria-describedby={isViewer ? noteId : undefined}
          onClick={() => onOpen("delete", user)}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </div>
  );
});
