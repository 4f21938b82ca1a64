import { useEffect, useLayoutEffect, useMemo, useState } from "react";

import { lazyPart } from "../components/ui/lazy-part.tsx";
import { PaletteFrame, preloadPalette } from "../features/palette/palette-frame.tsx";
import { RecentChanges } from "../features/recent-changes/recent-changes.tsx";
import { useFrameProjects } from "../features/shell/project/use-projects.ts";
import { useSignOut } from "../features/shell/menu/use-sign-out.tsx";
import { useStandsAlone } from "../features/shell/use-stands-alone.ts";
import { useAnswered } from "../hooks/reads/use-answered.ts";
import { useKeys } from "../hooks/use-keys.ts";
import { useStore } from "../hooks/use-store.ts";
import { useCan } from "../hooks/people/use-viewer.ts";
import { holdKeys } from "../lib/keys/held-keys.ts";
import type { KeyBinding } from "../lib/keys/keys.ts";
import { quick } from "../lib/quick.ts";

const Keys = lazyPart(() => import("../features/keys/keys.tsx"), { failedClassName: "hidden" });
const Visits = lazyPart(() => import("../features/palette/visits.tsx"), {
  failedClassName: "hidden",
});

const paletteKeys: readonly KeyBinding[] = [
  {
    ...{ keys: "mod+k", does: "Search everything", group: "Anywhere" },
    reach: "dialogs and fields",
    run: () => {
      quick.set(quick.snapshot() === "palette" ? null : "palette");
      return true;
    },
  },
];

/** The keyboard shortcuts and the palette. Their code loads after a screen's first answers, or on first use. */
export function QuickParts() {
  const standsAlone = useStandsAlone();
  const reads = useCan("project:read");
  return reads && !standsAlone && <Parts />;
}

function Parts() {
  useKeys(paletteKeys);
  const { projects, selected = null } = useFrameProjects();
  const { leave, question } = useSignOut();
  const isAnswered = useAnswered();
  const isAsked = useStore(quick, (open) => open !== null);
  const [isPressed, setPressed] = useState(false);
  useLayoutEffect(() => holdKeys(() => setPressed(true)), []);
  useEffect(() => {
    if (isAnswered) preloadPalette();
  }, [isAnswered]);
  const known = useMemo(() => projects ?? [], [projects]);
  return (
    <>
      {(isAnswered || isAsked || isPressed) && (
        <>
          <Keys project={selected} />
          <Visits projects={known} />
        </>
      )}
      <RecentChanges />
      <PaletteFrame projects={known} project={selected} onSignOut={leave} />
      {question}
    </>
  );
}
