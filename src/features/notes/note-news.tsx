import { useEffect } from "react";
import { FieldNews } from "../../components/field-news.tsx";
import { useDraft } from "../../hooks/edits/use-draft.ts";
import { drafts } from "../../lib/typed/drafts.ts";
import { useLiveField } from "../../hooks/edits/use-live-field.ts";
import type { Note } from "../../lib/optimistic/notes.ts";

/**
 * The text that another person has saved for a note while it is edited here. Without a decision, saving keeps both
 * texts.
 */
export function NoteNews({ note, draftKey }: { note: Note; draftKey: string }) {
  const { content } = note;
  const draft = useDraft(draftKey);
  const news = useLiveField({
    saved: content,
    mine: draft,
    since: drafts.baseOf(draftKey),
    say: (text) => text,
    take: () => drafts.begin(draftKey, content),
  });

  useEffect(() => {
    const base = drafts.baseOf(draftKey);
    if (base === content) return;
    // An edit that has changed nothing follows the new text. An edit that equals the new text takes it as its base.
    if (draft === base) drafts.begin(draftKey, content);
    else if (draft === content) drafts.rebase(draftKey, content);
  }, [draftKey, draft, content]);

  const keep = (known: () => void) => () => {
    drafts.rebase(draftKey, content);
    known();
  };
  return (
    <FieldNews
      record={{ id: note.id, unitId: note.unitId }}
      field="content"
      news={news && { ...news, keep: keep(news.keep) }}
    />
  );
}
