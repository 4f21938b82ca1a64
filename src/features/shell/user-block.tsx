import { LogOut } from "lucide-react";

import { Avatar } from "../../components/ui/avatar.tsx";
import { Button } from "../../components/ui/button.tsx";
import { useViewer } from "../../hooks/use-viewer.ts";
import { fullName } from "../../lib/format.ts";

/** Who is signed in, and the way out. */
export function UserBlock() {
  const viewer = useViewer();
  const name = fullName(viewer);
  return (
    <div className="flex shrink-0 items-center gap-2.5 border-t border-line px-3 py-2.5">
      <Avatar name={name} src={viewer.profileImageUrl} />
      <div className="min-w-0 flex-1 leading-tight">
        <p className="truncate text-sm font-semibold" title={name}>
          {name}
        </p>
        <p className="truncate text-xs text-ink-muted" title={viewer.email ?? undefined}>
          {viewer.email}
        </p>
      </div>
      <Button
        variant="ghost"
        size="icon"
        title="Log out"
        aria-label="Log out"
        // Signing out is a navigation of the whole page: the server ends the session.
        onClick={() => window.location.assign("/api/logout")}
      >
        <LogOut aria-hidden />
      </Button>
    </div>
  );
}
