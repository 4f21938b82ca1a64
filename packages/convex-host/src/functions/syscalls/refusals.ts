/** The text for a feature of Convex that this host does not have. */
export function unsupported(feature: string): Error {
  return new Error(
    `${feature} is not supported by the embedded host. Run this app on Convex itself to use it.`,
  );
}

/** The official error for an operation that only actions may use. */
export function onlyInActions(what: string): Error {
  return new Error(
    `Can't use ${what} in queries and mutations. Please consider using an action. ` +
      "See https://docs.convex.dev/functions/actions for more details.",
  );
}

/** Makes a system call that throws, because this host does not have the feature. */
export function refuse(feature: string): () => never {
  return () => {
    throw unsupported(feature);
  };
}
