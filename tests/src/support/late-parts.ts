import type * as Loader from "../../../src/lib/parts/part-loader.ts";

/** The way of the code of late parts, as a test has it: `vi.mock` puts this in the place of the module of their loader. */
export const lateParts = {
  way: (): Promise<void> => Promise.resolve(),

  /** Holds the code back; what it returns lets it arrive. */
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
