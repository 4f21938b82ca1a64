import type * as Loader from "../../../src/lib/parts/part-loader.ts";

/** Controls the loading of lazy parts. A test file replaces the loader's module with this by `vi.mock`. */
export const lateParts = {
  way: (): Promise<void> => Promise.resolve(),

  /** Holds the code back. The returned function lets it load. */
  hold: (): (() => void) => {
    let arrive: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    lateParts.way = () => arrival;
    return arrive;
  },

  loader: ({ createPartLoader }: typeof Loader): typeof Loader => ({
    createPartLoader: (importPart) =>
      createPartLoader(async () => {
        await lateParts.way();
        return await importPart();
      }),
  }),
};
