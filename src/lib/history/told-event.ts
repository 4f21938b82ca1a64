/** A value that a change had or got, as answers carry it: days and moments are ISO texts, people and places names. */
export type ToldValue = string | number | boolean | null;

/** One changed field of an event. */
export type ToldChange = { field: string; from: ToldValue; to: ToldValue };

/** The facts of an event that words are made of. */
export type ToldEvent = {
  kind: string;
  /** The name of the record, as it was. */
  label: string | null;
  /** The number of records of an act on many, or the hours of a time entry. */
  count: number | null;
  changes: readonly ToldChange[];
  /** The values that a later change of somebody else stood against; null for most events, empty for a deletion. */
  overtaken: readonly ToldChange[] | null;
  /** The event that this one takes back. */
  undoes: string | null;
  /** True where what is taken back had itself taken something back. */
  isRedo: boolean;
};
