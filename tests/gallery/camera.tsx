import { useState } from "react";
import { CameraProblemNote } from "../../src/features/photos/camera/camera-problem.tsx";
import { ShotStrip } from "../../src/features/photos/camera/shot-strip.tsx";
import type { ShotState } from "../../src/features/photos/camera/shots/shots.ts";
import { Shutter } from "../../src/features/photos/camera/shutter.tsx";
import { StageSwitch } from "../../src/features/photos/camera/stage-switch.tsx";
import type { PhotoType } from "../../src/lib/photos/photo.ts";
import { Columns, Exhibit, Row } from "./exhibit.tsx";

const ways: readonly ShotState[] = ["making", "sending", "sent", "failed"];
const place = { projectId: "project", unitId: "unit", type: "before", taskId: null } as const;
const shots = ways.map((way) => ({
  ...{ key: way, place, takenAt: "2026-03-04T09:30:00.000Z", tile: null },
  ...{ state: way === "making" || way === "failed" ? way : ("made" as const), way },
}));

const nothing = () => undefined;

/** The parts of the camera, which is dark in every scheme. */
export function CameraExhibits() {
  const [stage, setStage] = useState<PhotoType>();
  return (
    <Exhibit name="Camera">
      <div className="grid gap-4 rounded-lg bg-canvas p-4 text-ink always-dark">
        <Columns>
          <StageSwitch value={stage} onChange={setStage} />
          <ShotStrip shots={shots} />
          <Row>
            <Shutter reason={null} onShoot={nothing} />
            <Shutter reason="The camera is not ready" onShoot={nothing} />
          </Row>
          <CameraProblemNote problem="denied" onRetry={nothing} onChoose={nothing} />
          <CameraProblemNote problem="insecure" onRetry={nothing} onChoose={nothing} />
        </Columns>
      </div>
    </Exhibit>
  );
}
