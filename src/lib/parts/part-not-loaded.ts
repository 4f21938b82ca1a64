type Failure = Pick<PartNotLoaded, "bring" | "isServerThere"> & { cause: unknown };

/** A part of the app could not be loaded: there is no network, or the server has another version by now. */
export class PartNotLoaded extends Error {
  override readonly name = "PartNotLoaded";
  /** Fetches what is missing, without showing or running it; rejects when it still does not arrive. */
  readonly bring: () => Promise<void>;
  /** True when the server answers and yet the part does not come: it may have another version. */
  readonly isServerThere: boolean;

  constructor({ bring, isServerThere, cause }: Failure) {
    // For the message of a browser the router would load the whole page anew.
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
