import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type * as Loader from "../../../src/lib/parts/part-loader.ts";
import { PartNotLoaded } from "../../../src/lib/parts/part-not-loaded.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf } from "../support/records.ts";
import { lateParts } from "../support/late-parts.ts";
import { renderPage } from "../support/render-page.tsx";

vi.mock("../../../src/lib/parts/part-loader.ts", async (importOriginal) => {
  const { lateParts: late } = await import("../support/late-parts.ts");
  return late.loader(await importOriginal<typeof Loader>());
});
afterEach(cleanup);

test.each(["unit", "assign"])(
  "where the code of what the address of a board opens by %j cannot come, that is said and closed like the dialog itself [FIELD-02]",
  async (key) => {
    const lost = { bring: () => Promise.reject(new Error()), isServerThere: false, cause: null };
    lateParts.way = () => Promise.reject(new PartNotLoaded(lost));
    const backend = new FakeConvex();
    backend.answer(api.projects.list, {}, [projectOf({})]);
    const at = `/projects/project/board?risk=late&${key}=one`;
    const { user, history } = await renderPage(backend, { at });

    await user.click(await screen.findByRole("button", { name: "Close" }));
    await waitFor(() => expect(history.location.search).toBe("?risk=late"));
    expect(screen.queryByText("This could not be loaded yet")).toBeNull();
  },
);
