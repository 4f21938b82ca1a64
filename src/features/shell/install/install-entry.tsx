import { MonitorDown } from "lucide-react";
import { useState } from "react";

import { useMedia } from "../../../hooks/use-media.ts";
import { useStore } from "../../../hooks/use-store.ts";
import { installOffer, isInstalled } from "../../../lib/version/installing.ts";
import { InstallDialog } from "./install-dialog.tsx";

/**
 * Installs the app if the browser offers that. On a phone or tablet without the offer it shows instructions; on a
 * desktop it does not, because few people want the app there.
 */
export function InstallEntry() {
  const prompt = useStore(installOffer, (offer) => offer);
  const isHandheld = useMedia("(pointer: coarse)");
  const [isAsking, setIsAsking] = useState(false);
  if (isInstalled() || (prompt === null && !isHandheld)) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup={prompt === null ? "dialog" : undefined}
        onClick={prompt ?? (() => setIsAsking(true))}
        className="mx-1.5 flex h-8 items-center gap-2.5 rounded-md px-2 text-left text-base font-medium text-ink-muted transition-colors duration-100 hover:bg-hover hover:text-ink touch:h-11"
      >
        <MonitorDown aria-hidden strokeWidth={1.75} className="size-4" />
        Install app
      </button>
      {isAsking && <InstallDialog onClose={() => setIsAsking(false)} />}
    </>
  );
}
