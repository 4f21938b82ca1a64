import { WifiOff } from "lucide-react";

import { useConnectionLost } from "../hooks/use-connection.ts";

/** Says calmly that the live connection is down; floats, so that nothing moves. */
export function ConnectionBanner() {
  const lost = useConnectionLost();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-2 z-50 flex justify-center px-4"
    >
      {lost && (
        <p className="flex animate-rise items-center gap-2 rounded-full border border-line bg-raised px-3.5 py-1.5 text-sm shadow-overlay">
          <WifiOff aria-hidden className="size-4 shrink-0 text-warning-text" />
          <span>
            <span className="font-medium">Connection lost.</span> Reconnecting…
          </span>
        </p>
      )}
    </div>
  );
}
