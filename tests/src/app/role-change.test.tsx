import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import KeptTexts from "../../../src/app/kept-texts.tsx";
import { Toaster } from "../../../src/components/ui/toaster.tsx";
import { type Viewer, ViewerContext } from "../../../src/hooks/people/use-viewer.ts";
import { drafts, editKey, formKey } from "../../../src/lib/typed/drafts.ts";
import { toastStore } from "../../../src/lib/toast-store.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

beforeEach(() => {
  for (const { id } of toastStore.snapshot()) toastStore.dismiss(id);
});
afterEach(() => {
  cleanup();
  drafts.forgetAll();
});

/** The frame of the signed-in person with a role. */
const frameOf = (role: string | null, id = "mia") => (
  <ViewerContext value={{ id, role } as Viewer}>
    <KeptTexts />
    <Toaster />
  </ViewerContext>
);

test.each([
  ["project_supervisor", "Your role is Project Supervisor now."],
  [null, "You have no role in this workspace now."],
] as const)(
  "a person whose role becomes %s under an open page is told so, and that typed text is kept [SHELL-31] [GEN-03]",
  async (role, sentence) => {
    const { rerender } = render(frameOf("project_manager"));
    drafts.set(formKey("project a", { opening: "1" }), '{"name":"Oak Court North"}');

    rerender(frameOf(role));

    expect(await screen.findByText("Your role has changed")).toBeVisible();
    expect(
      screen.getByText(`${sentence} What you typed is kept, and shown when you sign out.`),
    ).toBeVisible();
  },
);

test("without a typed text only the new role is told, and of another person nothing [SHELL-31]", async () => {
  const { rerender } = render(frameOf("project_manager"));
  rerender(frameOf("project_supervisor", "tom"));
  expect(screen.queryByText("Your role has changed")).toBeNull();

  rerender(frameOf("account_administrator", "tom"));

  expect(await screen.findByText("Your role is Account Administrator now.")).toBeVisible();
});

test("nobody who has only opened a note for an edit is told of typed text [SHELL-31] [GEN-03]", async () => {
  const { rerender } = render(frameOf("project_manager"));
  drafts.begin(editKey({ unitId: "a", id: "b" }), "Mind the step");

  rerender(frameOf("account_administrator"));

  expect(await screen.findByText("Your role is Account Administrator now.")).toBeVisible();
});

test("a dialog that the new role may not use closes and leaves the address [SHELL-31] [GEN-07]", async () => {
  const backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { companyDomain: "homes.test", timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({ id: "a" })]);
  const { history, setRole } = await renderPage(backend, {
    at: "/projects?dialog=edit&project=a",
  });
  await screen.findByRole("dialog");

  setRole("project_supervisor");

  await waitFor(() => expect(history.location.href).toBe("/projects"));
  expect(screen.queryByRole("dialog")).toBeNull();
});
