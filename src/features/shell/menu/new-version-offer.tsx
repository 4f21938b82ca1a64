import { RotateCw } from "lucide-react";

import { Button } from "../../../components/ui/button.tsx";
import { useStore } from "../../../hooks/use-store.ts";
import { newVersion } from "../../../lib/version/new-version.ts";

/**
 * The notice of a waiting new version, in the sidebar. The version takes over on a press, or while the page is hidden.
 */
export function NewVersionOffer() {
  const version = useStore(newVersion, (waiting) => waiting);
  return (
    <div role="status">
      {version && (
        <div className="m-1.5 flex animate-appear items-center gap-2 rounded-md bg-accent-soft py-1 pr-1 pl-2.5 text-sm">
          <span className="min-w-0 flex-1">A new version is ready</span>
          <Button variant="secondary" size="sm" onClick={version.takeOver}>
            <RotateCw aria-hidden />
            Reload
          </Button>
        </div>
      )}
    </div>
  );
}

/** The same notice as a button in the top bar of small screens. */
export function NewVersionButton() {
  const version = useStore(newVersion, (waiting) => waiting);
  return (
    <div role="status" className="ml-auto mr-1">
      {version && (
        <Button variant="secondary" className="animate-appear" onClick={version.takeOver}>
          <RotateCw aria-hidden />
          <span className="sr-only">A new version is ready: </span>
          New version
        </Button>
      )}
    </div>
  );
}
