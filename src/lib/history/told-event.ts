/** An old or new value of a change, as queries return it: days and times are ISO texts, people and places are names. */
export type ToldValue = string | number | boolean | null;

/** One changed field of an event. */
export type ToldChange = { field: string; from: ToldValue; to: ToldValue };

/** The facts of an event from which its words are made. */
export type ToldEvent = {
  kind: string;
  /** The name of the record at that time. */
  label: string | null;
  /** The number of records of an act on many, or the hours of a time entry. */
  count: number | null;
  changes: readonly ToldChange[];
  /**
   * The changes that had no effect because a later change stands; null for most events, empty for a
   * deletion.
   */
  overtaken: readonly ToldChange[] | null;
  /** The id of the event that this one undoes. */
  undoes: string | null;
  /** True when the undone event was itself an undo. */
  isRedo: boolean;
};
