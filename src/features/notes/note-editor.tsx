import type { ReactNode } from "react";
import { Button } from "../../components/ui/button.tsx";
import { TextNotKept } from "../../components/ui/lazy-text-not-kept.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/textarea.tsx";
import { useDraft } from "../../hooks/edits/use-draft.ts";
import { drafts } from "../../lib/typed/drafts.ts";
import { readNoteContent } from "./note-content.ts";

interface NoteEditorProps {
  /** The key of the unsaved text: the unit for a new note, or the edited note. */
  draftKey: string;
  label: string;
  saveLabel: string;
  placeholder?: string;
  /** A hint about the text in the field. */
  hint?: string | undefined;
  /** True focuses the field when it mounts, with the cursor at the end. */
  startsFocused?: boolean;
  onSave: (content: string) => void;
  /** The notice about a text that another person has saved meanwhile. */
  news?: ReactNode;
  children?: ReactNode;
}

/** A text area for a note. Ctrl+Enter saves, blank text does not. */
export function NoteEditor(props: NoteEditorProps) {
  const { draftKey, label, saveLabel, placeholder, hint, startsFocused, onSave, news, children } =
    props;
  const typed = useDraft(draftKey) ?? "";
  const read = readNoteContent(typed);
  const save = () => {
    if ("content" in read) onSave(read.content);
  };

  return (
    <form
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field
        label={<span className="sr-only">{label}</span>}
        error={"problem" in read ? (read.problem ?? undefined) : undefined}
        className="gap-0"
      >
        <Textarea
          value={typed}
          placeholder={placeholder}
          ref={startsFocused ? focusEnd : undefined}
          onChange={(event) => drafts.set(draftKey, event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            save();
          }}
          className="field-sizing-content max-h-64 min-h-20 resize-none"
        />
        {news}
        {typed !== "" && <TextNotKept />}
      </Field>
      <div className="flex items-start justify-end gap-2">
        <p role="status" className="flex-1 text-sm text-ink-muted">
          {hint}
        </p>
        {children}
        <Button type="submit" disabled={!("content" in read)}>
          {saveLabel}
        </Button>
      </div>
    </form>
  );
}

function focusEnd(textarea: HTMLTextAreaElement | null): void {
  textarea?.focus();
  textarea?.setSelectionRange(textarea.value.length, textarea.value.length);
}
