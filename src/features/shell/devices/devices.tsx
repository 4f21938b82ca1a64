import { Keyboard } from "lucide-react";
import { api } from "../../../../convex/_generated/api.js";
import { Button } from "../../../components/ui/button.tsx";
import { DialogBody, DialogFooter } from "../../../components/ui/dialog.tsx";
import { UntilKnown } from "../../../components/ui/until-known.tsx";
import { fullName } from "../../../lib/format.ts";
import { quick } from "../../../lib/quick.ts";
import { useViewer } from "../../../hooks/people/use-viewer.ts";
import { useLiveQuery } from "../../../hooks/reads/use-live-query.ts";
import { DeviceRow } from "./device-row.tsx";
import { DevicesSkeleton } from "./devices-skeleton.tsx";
import { useDeviceActions } from "./use-device-actions.ts";

/** The sessions of the viewer, live, with a button that ends each of them. */
export default function Devices() {
  const sessions = useLiveQuery(api.sessions.list, {});
  const { end, endOthers } = useDeviceActions();
  const viewer = useViewer();
  if (sessions === undefined) {
    return (
      <UntilKnown className="py-8">
        <DevicesSkeleton />
      </UntilKnown>
    );
  }
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <DialogBody>
        {/* The sidebar has no room for a long name or address. */}
        <p className="mb-3 text-sm break-words">
          <span className="font-semibold">{fullName(viewer)}</span>{" "}
          <span className="text-ink-muted">{viewer.email}</span>
        </p>
        <ul aria-label="Devices" className="divide-y divide-line border-y border-line">
          {sessions.map((session) => (
            <DeviceRow key={session.id} session={session} onEnd={end} />
          ))}
        </ul>
        <Button
          variant="ghost"
          className="mt-2 -ml-3 max-md:hidden"
          onClick={() => quick.set("keys")}
        >
          <Keyboard aria-hidden /> Keys on This Device
        </Button>
        {others.length === 0 && (
          <p className="mt-3 text-sm text-ink-muted">You are signed in nowhere else.</p>
        )}
      </DialogBody>
      {others.length > 0 && (
        <DialogFooter>
          <Button variant="secondary" onClick={endOthers}>
            Sign out all other devices
          </Button>
        </DialogFooter>
      )}
    </>
  );
}
