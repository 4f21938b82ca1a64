import { answers } from "../../lib/answers/answers.ts";
import { useStore } from "../use-store.ts";

/** True while the screen shows an answer of an earlier visit, which lacks the fields that a device never keeps. */
export function useShowsKept(): boolean {
  return useStore(answers.summary, ({ asOf }) => asOf !== null);
}
