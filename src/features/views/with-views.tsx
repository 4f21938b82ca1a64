import { useRouterState } from "@tanstack/react-router";
import { Bookmark } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { PageTools } from "../../components/layout/page-tools.ts";
import { Button } from "../../components/ui/button.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { useAnswered } from "../../hooks/reads/use-answered.ts";
import { type ViewPage, viewPageOf } from "../../lib/views.ts";

const CurrentView = lazyPart(() => import("./current-view.tsx"), { failedClassName: "hidden" });
const ViewsMenu = lazyPart(() => import("./views-menu.tsx"), {
  failedClassName:
    "absolute top-full right-0 z-20 mt-1 w-72 rounded-lg border border-line bg-raised shadow-overlay",
});

/** Adds the name of the view and a button for all views to pages with filters. */
export function WithViews({ children }: { children: ReactNode }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const tools = useMemo(() => {
    const page = viewPageOf(path);
    return (
      page && {
        beside: <ViewName key={path} page={page} />,
        button: <ViewsButton key={path} page={page} />,
      }
    );
  }, [path]);
  return <PageTools value={tools}>{children}</PageTools>;
}

/** The name of the view that matches the address; it loads after the page's answers. */
function ViewName({ page }: { page: ViewPage }) {
  return useAnswered() && <CurrentView page={page} />;
}

function ViewsButton({ page }: { page: ViewPage }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="relative print:hidden">
      <Button
        ref={button}
        variant="outline"
        className="max-md:px-0 max-md:w-8 touch:max-md:w-11"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={ViewsMenu.preload}
        onFocus={ViewsMenu.preload}
        onClick={() => setOpen(true)}
      >
        <Bookmark aria-hidden /> <span className="max-md:sr-only">Views</span>
      </Button>
      {isOpen && <ViewsMenu page={page} button={button} onClose={() => setOpen(false)} />}
    </span>
  );
}
