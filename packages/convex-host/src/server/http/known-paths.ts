/** Paths of the program and of the app that the host treats in a special way. */
export type KnownPaths = {
  /** Paths at which sign-ins begin and end: `signInsPerMinute` counts requests to them. */
  isSignIn: (path: string) => boolean;
  /**
   * Paths of short answers that every client needs to go on, such as tokens. They have turns of their own, so that no
   * other call of their caller holds them up.
   */
  isOfSession: (path: string) => boolean;
  /** Requests whose answers take much memory while they are made: of those few are made at once. */
  isLong: (path: string, method: string) => boolean;
  /** Path prefixes that are followed by a secret. The log shows no more than the prefix. */
  secretPrefixes: readonly string[];
  /** The label of a path in the metrics; null for paths that are "api" or "pages". */
  placeOf: (path: string) => string | null;
};

/** The paths of a host that was told of none. */
export const noKnownPaths: KnownPaths = {
  isSignIn: () => false,
  isOfSession: () => false,
  isLong: () => false,
  secretPrefixes: [],
  placeOf: () => null,
};
