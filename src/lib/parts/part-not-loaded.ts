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
