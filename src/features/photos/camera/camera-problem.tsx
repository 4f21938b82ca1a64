import { CameraOff } from "lucide-react";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { usePhotoPicker } from "../photo-picker.tsx";
import type { CameraProblem } from "./shots/camera-session.ts";

const WORDS: Record<CameraProblem, { title: string; description: string; canRetry: boolean }> = {
  insecure: {
    title: "The camera needs a secure address",
    description:
      "Browsers open the camera on https addresses alone. Take the photo with the camera of this device or choose files. An administrator can give this workspace an https address.",
    canRetry: false,
  },
  unsupported: {
    title: "This browser has no camera",
    description:
      "Take the photo with the camera of this device or choose files, or open this page in another browser.",
    canRetry: false,
  },
  denied: {
    title: "The camera is not allowed",
    description:
      "Allow the camera for this site in the browser, at the sign beside the address, and check that the system allows it to the browser. Then try again. Meanwhile choose files.",
    canRetry: true,
  },
  none: {
    title: "No camera found",
    description: "Connect a camera and try again, or choose files.",
    canRetry: true,
  },
  busy: {
    title: "The camera is in use",
    description: "Close the other program or tab that uses it and try again, or choose files.",
    canRetry: true,
  },
  paused: {
    title: "The camera is paused",
    description:
      "A call, another program or a switch of this device holds it. It goes on by itself after that, or try again. Meanwhile choose files.",
    canRetry: true,
  },
  ended: {
    title: "The camera has stopped",
    description: "The device or another program has ended it. Try again, or choose files.",
    canRetry: true,
  },
  broken: {
    title: "The camera did not start",
    description: "Try again, or choose files.",
    canRetry: true,
  },
};

interface CameraProblemProps {
  problem: CameraProblem;
  onRetry: () => void;
  /** Adds files instead of shots; null when the viewer may not add photos. */
  onChoose: ((files: File[]) => void) | null;
}

/** The message for a camera without a picture: the reason, a remedy, and files as the alternative. */
export function CameraProblemNote({ problem, onRetry, onChoose }: CameraProblemProps) {
  const { title, description, canRetry } = WORDS[problem];
  return (
    <EmptyState
      role="alert"
      icon={CameraOff}
      title={title}
      description={description}
      className="min-h-full justify-center py-6"
      action={
        <>
          {canRetry && (
            <Button variant="secondary" onClick={onRetry}>
              Try Again
            </Button>
          )}
          {onChoose && <FileButtons onChoose={onChoose} />}
        </>
      }
    />
  );
}

function FileButtons({ onChoose }: { onChoose: (files: File[]) => void }) {
  const device = usePhotoPicker({ label: "Camera of the device", onChoose, isCamera: true });
  const files = usePhotoPicker({ label: "Files", onChoose });
  return (
    <>
      {device.input}
      {files.input}
      <Button variant="secondary" className="hidden touch:inline-flex" onClick={device.open}>
        Device Camera
      </Button>
      <Button onClick={files.open}>Choose Files</Button>
    </>
  );
}
