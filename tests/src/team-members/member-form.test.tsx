import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { poolMemberOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

const at = "/team-management";

beforeEach(() => {
  backend = new FakeConvex();
  const bo = poolMemberOf({ id: "bo", firstName: "Bo", lastName: "Ott" });
  backend.answer(api.teamMembers.list, {}, [bo]);
});
afterEach(cleanup);

test("a member that is saved unchanged is not sent, and no message calls it updated [TOAST-19]", async () => {
  const { user } = await renderPage(backend, { at: `${at}?dialog=edit&member=bo` });
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText("Team member updated successfully")).toBeNull();
  expect(backend.calls(api.teamMembers.update)).toEqual([]);
});

test("a failed change keeps what was typed and says so [TOAST-09]", async () => {
  backend.handle(api.teamMembers.update, () => Promise.reject(new Error("no")));
  const { user } = await renderPage(backend, { at: `${at}?dialog=edit&member=bo` });
  const dialog = within(await screen.findByRole("dialog"));

  await user.type(dialog.getByLabelText(/^Last Name/), "o");
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));

  await screen.findByText("Failed to update team member");
  expect(dialog.getByLabelText<HTMLInputElement>(/^Last Name/).value).toBe("Otto");
});
