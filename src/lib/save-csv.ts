import { showError } from "./errors.ts";

/** Hands a CSV to the browser as a file of this name. The code that writes it comes when somebody asks for a file. */
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
