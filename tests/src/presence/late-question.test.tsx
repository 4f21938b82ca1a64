import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FieldNews } from "../../../src/components/field-news.tsx";
import { ViewerContext } from "../../../src/hooks/people/use-viewer.ts";
import type * as Loader from "../../../src/lib/parts/part-loader.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { lateParts } from "../support/late-parts.ts";
import { viewerOf } from "../support/render-at.tsx";

vi.mock("../../../src/lib/parts/part-loader.ts", async (importOriginal) => {
  const { lateParts: late } = await import("../support/late-parts.ts");
  return late.loader(await importOriginal<typeof Loader>());
});
afterEach(cleanup);

const news = { text: "Basin", keep: () => undefined, take: () => undefined };

test("a field says that somebody has changed it before the code of the question has come: its form is not saved until then [SEEN-02]", async () => {
  const arrive = lateParts.hold();
  const backend = new FakeConvex();
  backend.answer(api.presence.typing, { recordId: "task" }, []);
  const shown = (isNews: boolean) =>
    backend.wrap(
      <ViewerContext value={viewerOf()}>
        <FieldNews record={{ id: "task" }} field="name" news={isNews ? news : null} />
      </ViewerContext>,
    );
  const { rerender } = render(shown(false));
  expect(document.body.textContent).toBe("");
  rerender(shown(true));
  expect(screen.getByText(/^Somebody changed this to “Basin”/)).toBeVisible();

  await act(async () => arrive());
  expect(await screen.findByRole("button", { name: "Keep yours" })).toBeVisible();
  await waitFor(() => expect(screen.getAllByText(/changed this/)).toHaveLength(1));
});
