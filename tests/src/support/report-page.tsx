import { screen } from "@testing-library/react";
import { expect, vi } from "vitest";
import type { FakeConvex } from "../../support/fake-convex.tsx";
import { renderPage } from "./render-page.tsx";

/** Opens the reports page at an address and generates the report of it. */
export async function showReport(
  backend: FakeConvex,
  { at, role }: { at: string; role?: string | undefined },
) {
  const { user } = await renderPage(backend, { at, ...(role !== undefined && { role }) });
  await user.click(screen.getByRole("button", { name: "Generate Report" }));
  await screen.findByRole("table");
  return user;
}

/** The name and the text of the file that a click on Export CSV hands to the browser. */
export async function exportedFile(user: Awaited<ReturnType<typeof showReport>>) {
  const create = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  let name = "";
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    name = this.download;
  });
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  // The code that writes files is loaded on demand.
  await vi.waitFor(() => expect(create).toHaveBeenCalledOnce());
  const file = create.mock.calls[0]?.[0] as Blob;
  return { name, text: await file.text() };
}

/** The texts of the cells of a row. */
export function cellsOf(row: HTMLElement) {
  return [...row.querySelectorAll("th, td:not([aria-hidden])")].map((cell) => cell.textContent);
}
