import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import { cn } from "../../../lib/cn.ts";

/** The ids that link to a unit of a report; a unit without them is plain text. */
export interface UnitPlace {
  unitId: string;
  projectId: string;
}

interface UnitLinkProps {
  place: UnitPlace | undefined;
  className?: string;
  label?: string;
  children: ReactNode;
}

/** A link from a report to a unit. */
export function UnitLink({ place, className, ...props }: UnitLinkProps) {
  return place === undefined ? (
    <span className={className}>{props.children}</span>
  ) : (
    <BareLink
      {...props}
      place={place}
      className={cn("rounded-sm hover:text-accent-text hover:underline", className)}
    />
  );
}

/**
 * A link without the state of the router's own links: hundreds of these are rendered at once while a report scrolls.
 */
function BareLink({ place, className, label, children }: UnitLinkProps & { place: UnitPlace }) {
  const router = useRouter();
  const { unitId, projectId } = place;
  const open = (event: MouseEvent) => {
    const isForNewPlace = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isForNewPlace || event.button !== 0) return;
    event.preventDefault();
    void router.navigate({
      to: "/projects/$projectId/units",
      params: { projectId },
      search: { unit: unitId },
    });
  };
  const unit = `units?unit=${encodeURIComponent(unitId)}`;
  return (
    <a
      href={`/projects/${encodeURIComponent(projectId)}/${unit}`}
      aria-label={label}
      className={className}
      onClick={open}
    >
      {children}
    </a>
  );
}
