import { useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";
import { ArrowLeft, Layers, type LucideIcon, Zap, ZapOff } from "lucide-react";
import { Button } from "../../../components/ui/button.tsx";

interface CameraHeadProps {
  unitId: string;
  projectId: string;
  /** The names of the unit and its project; undefined while they load, or when this device has never seen them. */
  unit: { name: string; projectName?: string } | undefined;
  /** The switch of the camera's light; null without a light. */
  torch: { isOn: boolean; onChange: (isOn: boolean) => void } | null;
  /** The switch of the overlay; null without an earlier photo. */
  overlay: { isOn: boolean; onChange: (isOn: boolean) => void } | null;
}

/** The head of the camera: the photographed unit, the way back, and the rarely used switches. */
export function CameraHead({ projectId, unitId, unit, torch, overlay }: CameraHeadProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const leave = () => {
    if (canGoBack) router.history.back();
    else {
      void navigate({
        to: "/projects/$projectId/units",
        params: { projectId },
        search: { unit: unitId, tab: "photos" },
      });
    }
  };
  return (
    <header className="flex min-h-14 items-center gap-1 px-2">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Leave the camera"
        title="Leave the camera"
        className="size-11 [&_svg]:size-5"
        onClick={leave}
      >
        <ArrowLeft aria-hidden />
      </Button>
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-base font-semibold" title={unit?.name}>
          {unit?.name ?? "Camera"}
        </h1>
        <p className="truncate text-xs text-ink-muted">{unit?.projectName}</p>
      </div>
      {overlay && (
        <HeadSwitch label="Overlay of the last before photo" icon={Layers} {...overlay} />
      )}
      {torch && <HeadSwitch label="Light" icon={torch.isOn ? Zap : ZapOff} {...torch} />}
    </header>
  );
}

interface HeadSwitchProps {
  label: string;
  icon: LucideIcon;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function HeadSwitch({ label, icon: Icon, isOn, onChange }: HeadSwitchProps) {
  return (
    <Button
      variant={isOn ? "secondary" : "ghost"}
      size="icon"
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      className="size-11 [&_svg]:size-5 aria-pressed:text-accent-text"
      onClick={() => onChange(!isOn)}
    >
      <Icon aria-hidden />
    </Button>
  );
}
