import { CloudOff } from "lucide-react";

import { EmptyState } from "./empty-state.tsx";

/** The placeholder, without a network, for an answer that is not on this device. */
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
