/** Paths of the program and of the app that the host treats in a special way. */
export type KnownPaths = {
  /** Paths at which sign-ins begin and end: `signInsPerMinute` counts requests to them. */
  isSignIn: (path: string) => boolean;
  /**
   * Paths of the short answers without which nobody can go on, such as tokens: they take turns of their own, so that no other call
   * of their caller holds them up.
   */
  isOfSession: (path: string) => boolean;
  /** Paths of answers that take much memory while they are made: of those few are made at once. */
  isLong: (path: string) => boolean;
  /** Paths behind which a secret stands: the log shows no more than these. */
  secretPrefixes: readonly string[];
  /** The name that metrics have for a kind of address; null for those that are "api" or "pages". */
  placeOf: (path: string) => string | null;
};

/** A host that was told of none. */
export const noKnownPaths: KnownPaths = {
  isSignIn: () => false,
  isOfSession: () => false,
  isLong: () => false,
  secretPrefixes: [],
  placeOf: () => null,
};
