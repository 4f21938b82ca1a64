/** So long after its line was lost, the same once more is a repetition, and not a second one of its own. */
export const REPETITION_MS = 10 * 60_000;

/** The failures of a full device to keep something that it has sent before its line went: the server may have it. */
export const lostAnswers = new WeakSet<object>();
