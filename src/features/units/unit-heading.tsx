import { Link } from "@tanstack/react-router";
import { Camera } from "lucide-react";
import { memo } from "react";
import { PendingMark } from "../../components/pending-mark.tsx";
import { UnitLookers } from "../../components/presence/presence-parts.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DialogDescription, DialogTitle } from "../../components/ui/dialog.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { UNIT_STATUS } from "../../lib/status.ts";
import type { UnitListItem } from "./unit-filter.ts";

interface UnitHeadingProps {
  unitId: string;
  name: string;
  status: UnitListItem["status"];
  projectId: string;
  projectName: string;
}

/** The name and the state of an open unit, and the other people who view it. */
export const UnitHeading = memo(function UnitHeading(props: UnitHeadingProps) {
  const { unitId, name, projectId, projectName } = props;
  const status = UNIT_STATUS[props.status];
  return (
    <>
      <div className="flex min-w-0 items-start gap-2">
        {/* The state stands below a name that needs the width. */}
        <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-2 gap-y-1 md:flex-nowrap">
          <DialogTitle className="line-clamp-2" title={name}>
            {name}
          </DialogTitle>
          <Badge tone={status.tone} icon={status.icon} className="mt-0.5">
            {status.label}
          </Badge>
          <PendingMark of={unitId} className="mt-1.5" />
        </div>
        <CameraLink unitId={unitId} projectId={projectId} />
      </div>
      {/* People come and go in this line, so that the name keeps its width. The end of it is below the camera. */}
      <div className="flex min-w-0 items-center gap-2 max-md:pr-12">
        <DialogDescription className="truncate">{projectName}</DialogDescription>
        <div className="-my-3">
          <UnitLookers key={unitId} projectId={projectId} unitId={unitId} />
        </div>
      </div>
    </>
  );
});

/** The link to the camera. An open unit fills a phone and covers the bottom bar, which has the camera otherwise. */
function CameraLink({ unitId, projectId }: { unitId: string; projectId: string }) {
  return (
    <Button variant="ghost" size="icon" className="-my-2.5 md:hidden" asChild>
      <Link
        to="/projects/$projectId/units/$unitId/camera"
        params={{ projectId, unitId }}
        aria-label="Take photos"
        title="Take photos"
      >
        <Camera aria-hidden />
      </Link>
    </Button>
  );
}

/** The placeholder of the heading while the unit loads; a plain word where it cannot come without a network. */
export function LoadingHeading() {
  const isMissing = useMissing(undefined);
  return (
    <>
      <DialogTitle className={isMissing ? undefined : "sr-only"}>Unit</DialogTitle>
      {!isMissing && (
        <>
          <Skeleton className="h-6 w-48 max-w-full" />
          <Skeleton className="h-5 w-32" />
        </>
      )}
    </>
  );
}
