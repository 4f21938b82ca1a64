import { showError } from "./errors.ts";

/** Downloads CSV lines as a file with this name. The code that writes it loads on first use. */
export async function saveCsv(
  fileName: string,
  lines: readonly (readonly (string | number)[])[],
): Promise<void> {
  try {
    const { downloadCsv } = await import("./csv.ts");
    downloadCsv(fileName, lines);
  } catch (error) {
    showError(error);
  }
}
