import type { Description } from "../operation.ts";
import { taskUpdate } from "./task-update.ts";

/** Everything that can be done without a line, by kind. */
export const table = {
  "task.update": taskUpdate,
} satisfies Record<string, Description>;

type ArgsOf<Described> = Described extends Description<infer Args> ? Args : never;

/** The arguments of each kind of operation. */
export type Kinds = { [Kind in keyof typeof table]: ArgsOf<(typeof table)[Kind]> };
