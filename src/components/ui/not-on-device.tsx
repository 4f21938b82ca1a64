import { CloudOff } from "lucide-react";

import { EmptyState } from "./empty-state.tsx";

/** Stands, without a network, in the place of an answer that this device does not keep. */
export function NotOnDevice({ className }: { className?: string | undefined }) {
  return (
    <EmptyState
      role="status"
      className={className}
      icon={CloudOff}
      title="Not on this device"
      description="It comes with the network."
    />
  );
}
