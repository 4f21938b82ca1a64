import { PartBoundary } from "../../components/part-boundary.tsx";
import { paletteField, paletteLine } from "../../components/ui/control-classes.ts";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "../../components/ui/dialog.tsx";
import { EarlyField } from "../../components/ui/early-field.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { useStore } from "../../hooks/use-store.ts";
import { quick } from "../../lib/quick.ts";
import type { PaletteProps } from "./palette.tsx";

const Palette = lazyPart(() => import("./palette.tsx"), {
  failedClassName: "",
  waiting: (
    <EarlyField
      placeholder="Search units, tasks, notes, people…"
      line={paletteLine}
      field={paletteField}
    />
  ),
});

/** Loads the palette's code before it is needed. */
export const preloadPalette = Palette.preload;

/**
 * The palette while it is open. Its frame renders at once, takes the typed text, and shows a message when the palette's
 * code cannot load.
 */
export function PaletteFrame(props: Omit<PaletteProps, "onClose">) {
  const isOpen = useStore(quick, (open) => open === "palette");
  if (!isOpen) return null;
  return (
    <Dialog open onOpenChange={(next) => !next && close()}>
      <DialogContent
        size="lg"
        className="top-[calc(var(--bar)+min(12vh,6rem))] mt-0 max-h-[min(34rem,calc(var(--full)-2rem))] max-w-2xl max-md:top-[calc(var(--bar)+0.5rem)]"
      >
        <DialogTitle className="sr-only">Search</DialogTitle>
        <DialogDescription className="sr-only">
          Units, projects, people, views, tasks, notes, master tasks, pages and actions
        </DialogDescription>
        <PartBoundary>
          <Palette {...props} onClose={close} />
        </PartBoundary>
      </DialogContent>
    </Dialog>
  );
}

function close(): void {
  if (quick.snapshot() === "palette") quick.set(null);
}
