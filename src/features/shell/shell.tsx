import { useCallback, useEffect, useMemo, useRef, type ReactNode } from "react";

import { usePhone } from "../../hooks/use-media.ts";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { useNotedVisits } from "../../hooks/people/use-visits.ts";
import { keepPreviewsOf } from "../../lib/version/preview-cache.ts";
import { BottomBar } from "./menu/bottom-bar.tsx";
import { MenuDrawer, useMenu } from "./menu/menu-drawer.tsx";
import { TopBar } from "./menu/top-bar.tsx";
import { Sidebar } from "./menu/sidebar.tsx";
import { useFocusOnNavigation } from "./use-focus-on-navigation.ts";
import { useFrameProjects, useRememberSelection } from "./project/use-projects.ts";
import { useStandsAlone } from "./use-stands-alone.ts";

/** The frame of every signed-in page: sidebar or top bar, and the page. The camera and the wall board have no frame. */
export function Shell({ children }: { children: ReactNode }) {
  const projects = useFrameProjects();
  useRememberSelection(projects);
  const { id: viewerId } = useViewer();
  useEffect(() => void keepPreviewsOf(viewerId), [viewerId]);
  useNotedVisits();
  const menu = useMenu();
  const isPhone = usePhone();
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  const skip = useCallback(() => main.current?.focus(), []);
  const { loading, selected } = projects;
  // The same element for the same props, so that opening the menu on a phone does not render it twice.
  const sidebar = useMemo(
    () => <Sidebar loading={loading} project={selected} />,
    [loading, selected],
  );
  if (useStandsAlone()) {
    return (
      <main ref={main} id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
    );
  }

  return (
    <div className="min-h-(--full) md:grid print:block md:grid-cols-[15rem_minmax(0,1fr)]">
      <button
        type="button"
        onClick={skip}
        className="fixed top-[calc(0.5rem+var(--bar))] left-2 z-60 -translate-y-28 rounded-md bg-accent px-3 py-2 text-sm touch:min-h-11 font-medium text-accent-on focus-visible:translate-y-0"
      >
        Skip to main content
      </button>
      {/* A phone never shows the sidebar, so it does not render it. */}
      {!isPhone && (
        <aside
          aria-label="Sidebar"
          className="sticky top-(--bar) h-(--full) border-r border-line bg-surface max-md:hidden print:hidden"
        >
          {sidebar}
        </aside>
      )}
      <TopBar menu={menu} />
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="min-w-0 outline-none max-md:pb-[calc(3.5rem+env(safe-area-inset-bottom))]"
      >
        {children}
      </main>
      <BottomBar menu={menu} projectId={selected?.id} />
      <MenuDrawer menu={menu}>{sidebar}</MenuDrawer>
    </div>
  );
}
