/** Another person's new value for a field that is edited here, in words; null for an empty one. */
export interface News {
  text: string | null;
  /** Keeps the value that is edited here. */
  keep: () => void;
  /** Takes the other person's value. */
  take: () => void;
}

export interface FieldNewsProps {
  /** The record of the field, which announces the typing to other people and names the history. */
  record: EditedRecord | undefined;
  /** The name of the field in its record. */
  field: string;
  news: News | null;
}

/** An edited record, and the unit or project whose history names the author of a change. */
export interface EditedRecord {
  id: string;
  unitId?: string;
  projectId?: string;
}

/** The length to which values are cut, because two of them share a small space. */
const LONGEST = 160;

/** The sentence about another person's change of a field. */
export function newsSentence({ text }: News, who: string): string {
  if (text === null) return `${who} emptied this.`;
  const said = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `${who} changed this to “${said}”.`;
}
