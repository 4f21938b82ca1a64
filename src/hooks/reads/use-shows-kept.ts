import { answers } from "../../lib/answers/answers.ts";
import { useStore } from "../use-store.ts";

/** True while something on the screen is of an earlier visit, without what a device never keeps. */
export function useShowsKept(): boolean {
  return useStore(answers.summary, ({ asOf }) => asOf !== null);
}
