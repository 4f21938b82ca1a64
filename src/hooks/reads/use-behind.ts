import { useCovered } from "../use-covered.ts";
import { useHasBeen } from "../use-has-been.ts";
import { usePhone } from "../use-media.ts";
import { useAnswered } from "./use-answered.ts";
import { useFirstInSlices } from "./use-first-in-slices.ts";

/**
 * The live answer of a list that a dialog may cover. On a phone the dialog fills the screen: a list that was never in
 * sight waits for the answers of the dialog, and `isUnseen` says to keep it invisible until the dialog closes.
 */
export function useBehind<Answer>(
  answer: Answer | undefined,
  isCovered: boolean,
): { isUnseen: boolean; shown: Answer | undefined } {
  const wasInSight = useHasBeen(!isCovered);
  const isUnseen = usePhone() && !wasInSight;
  const isAnswered = useAnswered();
  const begun = useFirstInSlices(isUnseen && !isAnswered ? undefined : answer);
  return { isUnseen, shown: useCovered(begun, isCovered) };
}
