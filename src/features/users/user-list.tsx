import { Skeleton } from "../../components/ui/skeleton.tsx";
import { WindowGrid } from "../../components/window-grid.tsx";
import { UserRow } from "./user-row.tsx";
import type { User } from "./user-filter.ts";
import type { UserDialog } from "./users-search.ts";

/** The first estimate of a row's height in px; each row is measured when it renders. */
const ROW_PX = 65;

interface UserListProps {
  users: readonly User[];
  viewerId: string;
  onOpen: (dialog: UserDialog, user: User) => void;
}

/** The users as rows. */
export function UserList({ users, viewerId, onOpen }: UserListProps) {
  return (
    <div className="overflow-clip rounded-lg border border-line bg-surface shadow-raised">
      <div
        aria-hidden
        className="grid grid-cols-[2rem_minmax(0,1fr)_11.5rem_8rem_6rem] gap-x-3 border-b border-line px-4 py-2 text-xs font-medium text-ink-muted max-md:hidden touch:grid-cols-[2rem_minmax(0,1fr)_11.5rem_8rem_8.25rem]"
      >
        <span className="col-span-2">Name</span>
        <span>Role</span>
        <span>Joined</span>
      </div>
      {/* Each row has a line above it; the line of the first one coincides with the head's line, or is hidden by the
          edge. */}
      <div className="-mt-px">
        <WindowGrid
          label="Users"
          items={users}
          rowPx={ROW_PX}
          nameOf={(user) => user.email ?? undefined}
          renderItem={(user) => (
            <UserRow user={user} isViewer={user.id === viewerId} onOpen={onOpen} />
          )}
        />
      </div>
    </div>
  );
}

/** The placeholder of the list while the users load. */
export function UserListSkeleton() {
  return (
    <div aria-busy className="grid gap-2">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-14" />
      ))}
    </div>
  );
}
