import { useRouter } from "@tanstack/react-router";
import { BookmarkPlus, Check, Pencil, Trash2 } from "lucide-react";
import { type MouseEvent, useId } from "react";
import { canChangeView } from "../../../convex/rules/permissions.ts";
import { Button } from "../../components/ui/button.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { cn } from "../../lib/cn.ts";
import { viewAddress } from "../../lib/views.ts";
import type { SavedView } from "./use-views.ts";

interface ViewsListProps {
  /** Undefined while the views load. */
  views: readonly SavedView[] | undefined;
  hasFailed: boolean;
  /** The id of the view that matches the address. */
  currentId: string | undefined;
  onOpened: () => void;
  onSave: () => void;
  onEdit: (view: SavedView) => void;
  onDelete: (view: SavedView) => void;
}

/** The views of a page as links: those for everyone, then the viewer's own. */
export function ViewsList(props: ViewsListProps) {
  const { views, hasFailed, onSave } = props;
  const isMissing = useMissing(views);
  const isComing = views === undefined && !hasFailed && !isMissing;
  return (
    <>
      <div aria-busy={isComing} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5">
        {isComing && <Skeleton className="h-16" />}
        {views === undefined && !isComing && (
          <p className="p-2 text-sm text-ink-muted">
            {isMissing ? "The views come with the network." : "The views cannot be read just now."}
          </p>
        )}
        {views?.length === 0 && (
          <p className="p-2 text-sm text-ink-muted">
            A view keeps the filters and the order of this page under a name, for you or for
            everyone.
          </p>
        )}
        <Group {...props} title="For Everyone" views={views?.filter(({ shared }) => shared)} />
        <Group {...props} title="Only You" views={views?.filter(({ shared }) => !shared)} />
      </div>
      <div className="border-t border-line p-1.5">
        <Button variant="ghost" className="w-full justify-start px-2" onClick={onSave}>
          <BookmarkPlus aria-hidden /> Save View…
        </Button>
      </div>
    </>
  );
}

function Group({ title, views, ...props }: ViewsListProps & { title: string }) {
  const headingId = useId();
  if (!views?.length) return null;
  return (
    <section aria-labelledby={headingId} className="mb-1">
      <h2 id={headingId} className="px-2 pt-1.5 pb-1 text-xs font-semibold text-ink-muted">
        {title}
      </h2>
      <ul>
        {views.map((view) => (
          <Row key={view.id} view={view} {...props} />
        ))}
      </ul>
    </section>
  );
}

function Row({ view, ...props }: Omit<ViewsListProps, "views"> & { view: SavedView }) {
  const { currentId, onOpened, onEdit, onDelete } = props;
  const router = useRouter();
  const viewer = useViewer();
  const address = viewAddress(view);
  const isCurrent = view.id === currentId;
  const follow = (event: MouseEvent) => {
    // With a modifier key, the browser opens the link in a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpened();
    void router.navigate({ href: address });
  };
  return (
    <li className="flex items-center rounded-md hover:bg-hover">
      <a
        href={address}
        aria-current={isCurrent || undefined}
        onClick={follow}
        className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-base touch:min-h-11 touch:text-touch"
      >
        <Check
          aria-hidden
          className={cn("size-4 shrink-0 text-accent-text", !isCurrent && "invisible")}
        />
        <span className="min-w-0">
          <span className="block truncate" title={view.name}>
            {view.name}
          </span>
          {view.shared && view.createdBy !== viewer.id && (
            <span className="block truncate text-xs text-ink-muted">{view.createdByName}</span>
          )}
        </span>
      </a>
      {canChangeView(viewer, view) && (
        <span className="flex shrink-0">
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Edit view ${view.name}`}
            onClick={() => onEdit(view)}
          >
            <Pencil aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Delete view ${view.name}`}
            onClick={() => onDelete(view)}
          >
            <Trash2 aria-hidden />
          </Button>
        </span>
      )}
    </li>
  );
}
