import { LogOut, Undo2 } from "lucide-react";
import { useState } from "react";

import { Avatar } from "../../../components/ui/avatar.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Spinner } from "../../../components/ui/spinner.tsx";
import { useCan, useViewer } from "../../../hooks/people/use-viewer.ts";
import { fullName } from "../../../lib/format.ts";
import { quick } from "../../../lib/quick.ts";
import { DevicesDialog } from "../devices/devices-dialog.tsx";
import { useSignOut } from "./use-sign-out.tsx";

/** The signed-in person: buttons that open the person's devices and the recent changes, and one that signs out. */
export function UserBlock() {
  const reads = useCan("project:read");
  const [showsDevices, setShowsDevices] = useState(false);
  const { leave, isLeaving, question } = useSignOut();
  return (
    <div className="relative shrink-0 border-t border-line p-1.5">
      <PersonButton onClick={() => setShowsDevices(true)} />
      <div className="absolute top-2 right-1.5 flex gap-1">
        {reads && (
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
        )}
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
      </div>
      {question}
      {showsDevices && <DevicesDialog onClose={() => setShowsDevices(false)} />}
    </div>
  );
}

// This is no menu: the menu component of the library would be a tenth of the first load.
function PersonButton({ onClick }: { onClick: () => void }) {
  const viewer = useViewer();
  const name = fullName(viewer);
  const [mailbox, host] = viewer.email?.split("@") ?? [];
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      className="grid w-full grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 rounded-md px-1.5 py-1 text-left leading-tight transition-colors duration-100 [grid-template-areas:'picture_name'_'picture_devices'_'address_address'] hover:bg-hover touch:min-h-11"
    >
      <Avatar name={name} src={viewer.profileImageUrl} className="[grid-area:picture]" />
      {/* The buttons beside it lie above the end of these lines; the address has the whole width. */}
      <span
        className="mr-18 line-clamp-2 text-sm font-semibold break-words [grid-area:name] touch:mr-23"
        title={name}
      >
        {name}
      </span>
      <span
        className="mt-0.5 line-clamp-2 text-xs break-words text-ink-muted [grid-area:address]"
        title={viewer.email ?? undefined}
      >
        {mailbox}
        <wbr />
        {host !== undefined && `@${host}`}
      </span>
      <span className="block text-xs text-ink-muted [grid-area:devices]">Your devices</span>
    </button>
  );
}
