type Failure = Pick<PartNotLoaded, "bring" | "isServerThere"> & { cause: unknown };

/** A part of the app could not be loaded: there is no network, or the server has another version by now. */
export class PartNotLoaded extends Error {
  override readonly name = "PartNotLoaded";
  /** Fetches the missing files without running them; rejects when they still do not arrive. */
  readonly bring: () => Promise<void>;
  /** True when the server answers but the part does not arrive: it may have another version. */
  readonly isServerThere: boolean;

  constructor({ bring, isServerThere, cause }: Failure) {
    // The router would reload the whole page on the browser's own message.
    super("A part of the app could not be loaded", { cause });
    this.bring = bring;
    this.isServerThere = isServerThere;
  }
}

/** The sentence for a part of the app that could not be loaded: the likely cause, and what to do. */
export function missingPartSentence(isServerThere: boolean): string {
  return isServerThere
    ? "The server may have a newer version of the app by now. Reload the page to go on with it."
    : "There is no connection to the server. It is tried again by itself.";
}
