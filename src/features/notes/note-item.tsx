import { Pencil, Trash2 } from "lucide-react";
import { memo, useRef, useState } from "react";
import { Avatar } from "../../components/ui/avatar.tsx";
import { PendingMark } from "../../components/pending-mark.tsx";
import { Button } from "../../components/ui/button.tsx";
import { SHOWN_MARK, SHOWN_ROW } from "../../hooks/address/use-shown-row.ts";
import { cn } from "../../lib/cn.ts";
import { formatDateTime, fullName } from "../../lib/format.ts";
import { useDraft } from "../../hooks/edits/use-draft.ts";
import { drafts, editKey } from "../../lib/typed/drafts.ts";
import { NoteEditor } from "./note-editor.tsx";
import { NoteNews } from "./note-news.tsx";
import type { Note } from "../../lib/optimistic/notes.ts";

interface NoteItemProps {
  note: Note;
  /** True when the address leads to this note. */
  isShown?: boolean;
  mayChange: boolean;
  onUpdate: (note: Note, content: string) => void;
  onDelete: (note: Note) => void;
}

/** One note: its author, time and text, and for people with the permission the buttons that change it. */
export const NoteItem = memo(function NoteItem({
  note,
  isShown = false,
  mayChange,
  onUpdate,
  onDelete,
}: NoteItemProps) {
  const author = authorOf(note);
  const draftKey = editKey(note);
  const isEditing = useDraft(draftKey) !== undefined && mayChange;
  const editButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    drafts.clear(draftKey);
    // The edit button is mounted again in the next frame.
    requestAnimationFrame(() => editButton.current?.focus());
  };

  return (
    <li
      aria-label={`Note by ${author}`}
      {...(isShown && SHOWN_ROW)}
      className={cn(
        "flex gap-3 rounded-lg border border-line bg-surface p-3 [contain-intrinsic-size:auto_5rem] [content-visibility:auto]",
        SHOWN_MARK,
      )}
    >
      <Avatar name={author} size="sm" className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-8 items-start gap-2">
          <Heading note={note} author={author} />
          {mayChange && !isEditing && (
            <div className="-mt-1 -mr-1 flex touch:-mt-2.5 touch:-mr-2.5">
              <Button
                ref={editButton}
                variant="ghost"
                size="icon"
                aria-label="Edit note"
                title="Edit Note"
                onClick={() => drafts.begin(draftKey, note.content)}
              >
                <Pencil aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label="Delete note"
                title="Delete Note"
                onClick={() => onDelete(note)}
              >
                <Trash2 aria-hidden />
              </Button>
            </div>
          )}
        </div>
        {isEditing ? (
          <NoteEditor
            draftKey={draftKey}
            label="Edit note"
            saveLabel="Save"
            startsFocused
            news={<NoteNews note={note} draftKey={draftKey} />}
            onSave={(content) => {
              if (content !== note.content) onUpdate(note, content);
              close();
            }}
          >
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
          </NoteEditor>
        ) : (
          <NoteText key={String(isShown)} content={note.content} startsOpen={isShown} />
        )}
      </div>
    </li>
  );
});

function Heading({ note, author }: { note: Note; author: string }) {
  return (
    <p className="min-w-0 flex-1 pt-0.5 text-sm text-ink-muted">
      <span className="font-medium break-words text-ink">{author}</span>{" "}
      <time dateTime={note.createdAt} className="whitespace-nowrap">
        {formatDateTime(note.createdAt)}
      </time>
      {note.updatedAt !== note.createdAt && (
        <span title={formatDateTime(note.updatedAt)}> (edited)</span>
      )}
      <PendingMark of={note.id} className="ml-1.5" />
    </p>
  );
}

/** The length from which a text is folded, about ten lines. */
const FOLDED_LENGTH = 800;
const FOLDED_LINES = 10;

function NoteText({ content, startsOpen }: { content: string; startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen);
  const isLong = content.length > FOLDED_LENGTH || content.split("\n").length > FOLDED_LINES;
  return (
    <>
      <p
        className={cn(
          "text-base break-words whitespace-pre-wrap",
          isLong && !open && "line-clamp-[10]",
        )}
      >
        {content}
      </p>
      {isLong && (
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="mt-1 -ml-2 touch:-ml-3"
        >
          {open ? "Show less" : "Show more"}
        </Button>
      )}
    </>
  );
}

function authorOf({ userFirstName, userLastName, userEmail }: Note): string {
  return fullName({ firstName: userFirstName, lastName: userLastName, email: userEmail });
}
