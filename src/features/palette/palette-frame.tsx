import { useStore } from "../../hooks/use-store.ts";
import { quick } from "../../lib/quick.ts";
import { Palette, type PaletteProps } from "./palette.tsx";
import { useVisits } from "./use-visits.ts";

/** The palette while it is open; what is visited meanwhile is remembered for it. */
export default function PaletteFrame(props: Omit<PaletteProps, "onClose">) {
  useVisits();
  const isOpen = useStore(quick, (open) => open === "palette");
  return isOpen && <Palette {...props} onClose={close} />;
}

function close(): void {
  if (quick.snapshot() === "palette") quick.set(null);
}
