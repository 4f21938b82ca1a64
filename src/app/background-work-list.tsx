import { useRouter } from "@tanstack/react-router";
import { CircleAlert, X } from "lucide-react";

import { Button } from "../components/ui/button.tsx";
import { Progress } from "../components/ui/progress.tsx";
import { useStore } from "../hooks/use-store.ts";
import { backgroundWork } from "../lib/background-work.ts";

/**
 * The progress of work whose dialog is closed; a click opens the dialog again. It lies below dialogs and notifications.
 */
export default function BackgroundWorkList() {
  const works = useStore(backgroundWork, (all) => all);
  const router = useRouter();
  return (
    <ul
      aria-label="Work in progress"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-40 max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))] flex flex-col items-center gap-2 px-4 md:left-60"
    >
      {works.map(({ id, text, share, hasFailed = false, address, discard }) => (
        <li
          key={id}
          className="pointer-events-auto relative flex w-72 max-w-full animate-rise items-center rounded-lg border border-line bg-raised text-sm shadow-overlay hover:bg-hover"
        >
          <button
            type="button"
            title={text}
            onClick={() => void router.navigate({ href: address })}
            className="grid min-w-0 flex-1 gap-1.5 rounded-lg px-3.5 py-2 text-left touch:min-h-11 touch:content-center"
          >
            <span className="flex items-center gap-2">
              {hasFailed && (
                <CircleAlert aria-hidden className="size-4 shrink-0 text-danger-text" />
              )}
              <span className="min-w-0 truncate">{text}</span>
            </span>
            {share !== null && <Progress value={100 * share} label={text} />}
          </button>
          {discard && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Discard: ${text}`}
              title="Discard"
              onClick={discard}
            >
              <X aria-hidden />
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
