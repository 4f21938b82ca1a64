import { Link } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { productName } from "../../../convex/rules/labels.ts";
import { Button } from "../ui/button.tsx";

type MessagePageProps = {
  icon: LucideIcon;
  title: string;
  description: ReactNode;
  /** The next step that is offered; a link to the Dashboard when left out. */
  action?: ReactNode;
};

/** A page that has one thing to say: not found, no access, something failed. */
export function MessagePage({ icon: Icon, title, description, action }: MessagePageProps) {
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center px-6 py-12 text-center">
      <title>{`${title} · ${productName}`}</title>
      <span className="mb-4 inline-flex size-11 items-center justify-center rounded-lg border border-line bg-surface text-ink-muted shadow-raised">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <h1 tabIndex={-1} className="text-xl font-semibold">
        {title}
      </h1>
      <p className="mt-1 max-w-md text-base text-pretty text-ink-muted">{description}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        {action ?? (
          <Button asChild variant="outline">
            <Link to="/">Go to the Dashboard</Link>
          </Button>
        )}
      </div>
    </div>
  );
}
