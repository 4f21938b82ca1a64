/** The value that another person gave a field while it is edited here, in words; null for an empty one. */
export interface News {
  text: string | null;
  /** Goes on with the value that is here. */
  keep: () => void;
  /** Goes on with the other person's value. */
  take: () => void;
}

export interface FieldNewsProps {
  /** The field's record, for the others who edit it, and where its history is found. */
  record: EditedRecord | undefined;
  /** The name of the field in its record. */
  field: string;
  news: News | null;
}

/** A record that is edited here, and the unit or project whose history tells who changed it. */
export interface EditedRecord {
  id: string;
  unitId?: string;
  projectId?: string;
}

/** Longer values are cut: both of them stand in one small place. */
const LONGEST = 160;

/** What somebody has changed a field to. */
export function newsSentence({ text }: News, who: string): string {
  if (text === null) return `${who} emptied this.`;
  const said = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `${who} changed this to “${said}”.`;
}
