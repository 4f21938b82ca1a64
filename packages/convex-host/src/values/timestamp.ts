/**
 * The timestamp of a commit: nanoseconds since the epoch, strictly increasing over commits, restarts and clock steps.
 */
export type Timestamp = bigint;
