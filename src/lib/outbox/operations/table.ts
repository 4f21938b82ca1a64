import type { Description } from "../operation.ts";
import { noteAdd, noteDelete, noteEdit } from "./notes.ts";
import { photoAdd } from "./photo-add.ts";
import { photoTurn } from "./photo-turn.ts";
import { taskUndo, taskUpdate } from "./task-update.ts";
import { timeAdd, timeDelete, timeEdit } from "./time-entries.ts";
import { unitUpdate } from "./unit-update.ts";

/** All operations that work without a connection, by kind. */
export const table = {
  "task.update": taskUpdate,
  "task.undo": taskUndo,
  "unit.update": unitUpdate,
  "note.add": noteAdd,
  "note.edit": noteEdit,
  "note.delete": noteDelete,
  "time.add": timeAdd,
  "time.edit": timeEdit,
  "time.delete": timeDelete,
  "photo.add": photoAdd,
  "photo.turn": photoTurn,
} satisfies Record<string, Description>;

type ArgsOf<Described> = Described extends Description<infer Args> ? Args : never;

/** The arguments of each kind of operation. */
export type Kinds = { [Kind in keyof typeof table]: ArgsOf<(typeof table)[Kind]> };
