import { Popover as RadixPopover } from "radix-ui";
import { type RefObject, useRef, useState } from "react";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { keepFocusInside } from "../../components/ui/keep-focus-inside.ts";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { Popover, PopoverContent } from "../../components/ui/popover.tsx";
import type { ViewPage } from "../../lib/views.ts";
import { useViewActions } from "./use-view-actions.ts";
import type { SavedView } from "./use-views.ts";
import { useViews } from "./use-views.ts";
import { ViewsList } from "./views-list.tsx";

// The form and its rules load when a view is first saved or changed.
const ViewDialog = lazyPart(async () => ({
  default: (await import("./view-dialog.tsx")).ViewDialog,
}));

/** The list of views, or a dialog that was opened from it. */
type Step = "list" | { edits: SavedView | "new" } | { deletes: SavedView };

interface ViewsMenuProps {
  page: ViewPage;
  /** The button that opened the menu; it gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The saved views of a page: they are opened, saved, changed and deleted here. It is mounted only while it is open. */
export default function ViewsMenu({ page, button, onClose }: ViewsMenuProps) {
  const { views, error, query, current } = useViews(page);
  const [step, setStep] = useState<Step>("list");
  const actions = useViewActions();
  const [isListOpen, setListOpen] = useState(true);
  const chosen = useRef<Step>(null);
  const go = (next: Step) => {
    chosen.current = next;
    setListOpen(false);
  };
  // A dialog returns the focus to the element that had it before. The list returns the focus too late for that, so the
  // button gets it first.
  const leaveList = (event: Event) => {
    event.preventDefault();
    if (chosen.current !== null || document.activeElement === document.body)
      button.current?.focus();
    if (chosen.current === null) onClose();
    else setStep(chosen.current);
  };

  if (step !== "list" && "deletes" in step) {
    return <DeleteQuestion view={step.deletes} onClose={onClose} onDelete={actions.remove} />;
  }
  if (step !== "list") {
    const live = views?.find((view) => step.edits !== "new" && view.id === step.edits.id);
    return (
      <ViewDialog
        view={step.edits === "new" ? "new" : (live ?? step.edits)}
        page={page}
        query={query}
        onClose={onClose}
      />
    );
  }
  return (
    <Popover open={isListOpen} onOpenChange={setListOpen}>
      <RadixPopover.Anchor asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </RadixPopover.Anchor>
      <PopoverContent
        ref={keepFocusInside}
        align="end"
        aria-label="Views of this page"
        className="flex max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] flex-col p-0"
        onOpenAutoFocus={focusFirstView}
        onCloseAutoFocus={leaveList}
      >
        <ViewsList
          views={views}
          hasFailed={error !== undefined}
          currentId={current?.id}
          onOpened={() => setListOpen(false)}
          onSave={() => go({ edits: "new" })}
          onEdit={(view) => go({ edits: view })}
          onDelete={(view) => go({ deletes: view })}
        />
      </PopoverContent>
    </Popover>
  );
}

/** Focuses the view that the page shows, or the first one; without views the focus goes to the save button. */
function focusFirstView(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const links = [...event.currentTarget.querySelectorAll("a")];
  const link = links.find((each) => each.hasAttribute("aria-current")) ?? links[0];
  if (!link) return;
  event.preventDefault();
  link.focus();
}

function DeleteQuestion(props: {
  view: SavedView;
  onClose: () => void;
  onDelete: (view: SavedView) => void;
}) {
  const { view, onClose, onDelete } = props;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete view?"
      description={`“${view.name}” is gone ${view.shared ? "for everyone " : ""}at once. The page and what it shows stay as they are.`}
      confirmLabel="Delete View"
      destructive
      onConfirm={() => {
        onDelete(view);
        return Promise.resolve();
      }}
    />
  );
}
