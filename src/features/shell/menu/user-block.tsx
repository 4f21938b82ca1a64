import { LogOut, Undo2 } from "lucide-react";
import { useState } from "react";

import { Avatar } from "../../../components/ui/avatar.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Spinner } from "../../../components/ui/spinner.tsx";
import { useViewer } from "../../../hooks/people/use-viewer.ts";
import { fullName } from "../../../lib/format.ts";
import { quick } from "../../../lib/quick.ts";
import { DevicesDialog } from "../devices/devices-dialog.tsx";
import { useSignOut } from "./sign-out-part.tsx";

/** The signed-in person: a button that opens the person's devices, and a button that signs out. */
export function UserBlock() {
  const [showsDevices, setShowsDevices] = useState(false);
  const { leave, isLeaving, question } = useSignOut();
  return (
    <div className="flex shrink-0 items-center gap-1 border-t border-line p-1.5">
      <PersonButton onClick={() => setShowsDevices(true)} />
      <Button
        variant="ghost"
        size="icon"
        title="Recent changes"
        aria-label="Recent changes"
        aria-haspopup="dialog"
        onClick={() => quick.set("changes")}
      >
        <Undo2 aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        title="Log out"
        aria-label="Log out"
        aria-busy={isLeaving || undefined}
        onClick={leave}
      >
        {isLeaving ? <Spinner className="size-4" /> : <LogOut aria-hidden />}
      </Button>
      {question}
      {showsDevices && <DevicesDialog onClose={() => setShowsDevices(false)} />}
    </div>
  );
}

// This is no menu: the menu component of the library would be a tenth of the first load.
function PersonButton({ onClick }: { onClick: () => void }) {
  const viewer = useViewer();
  const name = fullName(viewer);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md px-1.5 py-1 text-left transition-colors duration-100 hover:bg-hover touch:min-h-11"
    >
      <Avatar name={name} src={viewer.profileImageUrl} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="line-clamp-2 text-sm font-semibold break-words" title={name}>
          {name}
        </span>
        <span
          className="line-clamp-2 text-xs break-all text-ink-muted"
          title={viewer.email ?? undefined}
        >
          {viewer.email}
        </span>
        <span className="block text-xs text-ink-muted">Your devices</span>
      </span>
    </button>
  );
}
