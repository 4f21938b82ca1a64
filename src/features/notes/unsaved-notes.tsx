import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/textarea.tsx";
import { useDraft } from "../../hooks/edits/use-draft.ts";
import { drafts } from "../../lib/typed/drafts.ts";

/** The unsaved text for a unit that is deleted, so that it can be copied. */
export function UnsavedNotes({ unitId }: { unitId: string }) {
  const text = [useDraft(unitId), ...drafts.editsOf(unitId).map(drafts.get)].filter(Boolean);
  if (text.length === 0) return null;
  return (
    <Field label="Your unsaved note">
      <Textarea readOnly value={text.join("\n\n")} className="field-sizing-content max-h-64" />
    </Field>
  );
}
