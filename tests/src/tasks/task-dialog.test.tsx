import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { CompanyZoneReader } from "../../../src/features/session/company-zone-reader.ts";
import { copyOf } from "../../../src/features/outbox/waiting-words.ts";
import { companyZone } from "../../../src/lib/company-zone.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { memberOf, taskOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  const lou = { id: "lou", firstName: "Lou", lastName: "Berg", profileImageUrl: null };
  backend.answer(api.people.list, {}, [lou]);
  const team = [
    memberOf({ id: "ana" }),
    memberOf({ id: "off", firstName: "Old", isActive: false }),
  ];
  backend.answer(api.projectTeams.list, { projectId: "project" }, team);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  companyZone.set("UTC");
});

async function show({ unit = {}, task = {} } = {}) {
  backend.answer(api.units.list, { projectId: "project" }, [unitOf(unit)]);
  backend.answer(api.tasks.list, { unitId: "unit" }, [taskOf(task)]);
  return await renderPage(backend, { at: "/projects/project/units?unit=unit" });
}

const row = () => within(screen.getByRole("listitem", { name: "Paint walls" }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
type User = Awaited<ReturnType<typeof show>>["user"];

async function openTask(user: User) {
  await user.click(screen.getByRole("button", { name: "People and blocks of Paint walls" }));
  return await dialog("Paint walls");
}

async function choose(user: User, box: HTMLElement, option: string) {
  await user.click(box);
  await user.click(await screen.findByRole("option", { name: option }));
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test("a task is blocked for a reason with a note, seen at once [BLOCK-01] [BLOCK-03]", async () => {
  const { user } = await show();
  const form = await openTask(user);

  await choose(user, form.getByRole("combobox", { name: "Waiting for" }), "Vendor");
  await user.type(form.getByRole("textbox", { name: "Note (optional)" }), "Calls back");
  await user.click(form.getByRole("button", { name: "Block" }));

  const sent = { taskId: "task", blockedReason: "vendor", blockedNote: "Calls back" };
  await waitFor(() => expect(backend.acts(api.tasks.update)).toEqual([sent]));
  // The row is behind the dialog, which waits for the answer.
  await waitFor(() =>
    expect(screen.getByText("Blocked:").parentElement?.textContent).toContain("Vendor"),
  );
});

test("a refused block is taken back, and what was typed stays [BLOCK-01]", async () => {
  backend.handle(api.tasks.update, () => {
    throw new ConvexError({ code: "invalid", message: "A completed task cannot be blocked" });
  });
  const { user } = await show();
  const form = await openTask(user);
  await choose(user, form.getByRole("combobox", { name: "Waiting for" }), "Parts");
  await user.type(form.getByRole("textbox", { name: "Note (optional)" }), "Sink");

  await user.click(form.getByRole("button", { name: "Block" }));

  await waitFor(() =>
    expect(screen.getByText("The server did not accept these values.")).toBeVisible(),
  );
  expect(form.getByRole<HTMLTextAreaElement>("textbox", { name: /^Note/ }).value).toBe("Sink");
  expect(form.getByRole("combobox", { name: "Waiting for" }).textContent).toBe("Parts");
  expect(screen.queryByText("Blocked:")).toBeNull();
});

test("a block that is refused when its dialog is closed already stays in the list of what waits, with its note [BLOCK-01] [FIELD-06]", async () => {
  let refuse: (error: Error) => void = () => undefined;
  backend.handle(api.tasks.update, () => new Promise((_, reject) => (refuse = reject)));
  const { user } = await show();
  const form = await openTask(user);
  await choose(user, form.getByRole("combobox", { name: "Waiting for" }), "Parts");
  await user.type(form.getByRole("textbox", { name: "Note (optional)" }), "Sink");
  await user.click(form.getByRole("button", { name: "Block" }));
  await waitFor(() => expect(backend.acts(api.tasks.update)).toHaveLength(1));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Paint walls" })).toBeNull());

  refuse(new ConvexError({ code: "invalid", message: "A completed task cannot be blocked" }));

  await screen.findByText(/It is kept in the list of what waits/);
  const [kept] = outbox.snapshot().operations;
  expect(kept).toMatchObject({ state: "refused", args: { blockedNote: "Sink" } });
  expect(kept && copyOf(kept)).toBe("Sink");
});

test("the answer to a block leaves the dialog of another task alone [BLOCK-01] [GEN-03]", async () => {
  const answers: (() => void)[] = [];
  backend.handle(
    api.tasks.update,
    () => new Promise<null>((resolve) => answers.push(() => resolve(null))),
  );
  const { user } = await show();
  const other = taskOf({ id: "other", name: "Sand floor" });
  act(() => backend.answer(api.tasks.list, { unitId: "unit" }, [taskOf({}), other]));
  const form = await openTask(user);
  await choose(user, form.getByRole("combobox", { name: "Waiting for" }), "Parts");
  await user.click(form.getByRole("button", { name: "Block" }));
  await waitFor(() => expect(answers).toHaveLength(1));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Paint walls" })).toBeNull());
  await user.click(screen.getByRole("button", { name: "People and blocks of Sand floor" }));
  const second = await dialog("Sand floor");
  await user.type(second.getByRole("textbox", { name: "Note (optional)" }), "Dust");

  await act(async () => {
    answers[0]?.();
    await vi.waitFor(() => expect(outbox.snapshot().operations).toEqual([]));
  });

  expect(second.getByRole<HTMLTextAreaElement>("textbox", { name: /^Note/ }).value).toBe("Dust");
  expect(screen.getByRole("dialog", { name: "Sand floor" })).toBeVisible();
});

test("a blocked task shows its reason and days, and is unblocked [BLOCK-03]", async () => {
  backend.handle(api.tasks.update, () => null);
  const block = { blockedReason: "parts" as const, blockedAt: daysAgo(3) };
  const { user } = await show({ task: { ...block, blockedByName: "Lou Berg" } });
  expect(row().getByText(/Parts/).textContent).toBe("Blocked: Parts · 3 days");

  const form = await openTask(user);
  expect(form.getByText(/^Blocked since .*, by Lou Berg$/)).toBeVisible();
  await user.click(form.getByRole("button", { name: "Unblock" }));

  const sent = { taskId: "task", blockedReason: null };
  await waitFor(() => expect(backend.acts(api.tasks.update)).toEqual([sent]));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Paint walls" })).toBeNull());
});

test("the days of a block, and whether a moved task is overdue, follow the company's day and not the viewer's [GEN-04] [BLOCK-03]", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-10T12:00:00Z") });
  backend.answer(api.company.settings, {}, { timeZone: "Pacific/Kiritimati" });
  // In Kiritimati the block began on March 9, and it is March 11 now.
  const block = { blockedReason: "parts" as const, blockedAt: "2026-03-09T09:00:00.000Z" };
  const due = { dueDate: "2026-03-10T12:00:00.000Z", status: "overdue" as const };
  const { user } = await show({ task: { ...block, ...due, baseStatus: "not_started" } });
  render(backend.wrap(<CompanyZoneReader />));
  await waitFor(() => expect(row().getByText(/Parts/).textContent).toBe("Blocked: Parts · 2 days"));

  expect(row().getByText("Overdue")).toBeVisible();

  await user.click(row().getByRole("button", { name: "In Progress" }));

  const pressed = { name: "In Progress", pressed: true };
  await waitFor(() => expect(row().getByRole("button", pressed)).toBeVisible());
  expect(row().getByText("Overdue")).toBeVisible();
});

test("a task is given to a person and to a member of the team [WHO-01]", async () => {
  const task = { assignedToId: "lou", assignedToName: "Lou Berg" };
  backend.handle(api.tasks.update, ({ assignedToId }) =>
    assignedToId === undefined
      ? new Promise(() => undefined)
      : backend.answer(api.tasks.list, { unitId: "unit" }, [taskOf(task)]),
  );
  const { user } = await show();
  const form = await openTask(user);

  await choose(user, form.getByRole("combobox", { name: "Responsible" }), "Lou Berg");
  await choose(user, form.getByRole("combobox", { name: "Crew" }), "Ana Silva");

  await waitFor(() => screen.getByText("Lou Berg, Ana Silva"));
  await waitFor(() =>
    expect(backend.acts(api.tasks.update)).toEqual([
      { taskId: "task", assignedToId: "lou" },
      { taskId: "task", crewMemberId: "ana" },
    ]),
  );
  await user.click(form.getByRole("combobox", { name: "Crew" }));
  expect(screen.queryByRole("option", { name: /^Old/ })).toBeNull();
});

test("who has left is named on a completed task, which cannot be blocked [WHO-02] [BLOCK-02]", async () => {
  const given = {
    crewMemberName: "Cy Young",
    assignedToId: "gone" as const,
    assignedToName: "Gil",
  };
  const { user } = await show({ task: { ...given, baseStatus: "completed" } });
  expect(row().getByText("Gil, Cy Young")).toBeVisible();

  const form = await openTask(user);

  expect(form.getByRole("combobox", { name: "Responsible" }).textContent).toBe("Gil");
  expect(form.queryByRole("combobox", { name: "Waiting for" })).toBeNull();
});

test("a unit is blocked in its dialog, and its card says what it waits for [BLOCK-01] [BLOCK-03]", async () => {
  const { user } = await show();
  await user.click(screen.getByRole("button", { name: "Block Unit" }));
  const form = await dialog("Block Unit");

  await choose(user, await form.findByRole("combobox", { name: "Waiting for" }), "Approval");
  await user.click(form.getByRole("button", { name: "Block" }));

  const sent = { unitId: "unit", blockedReason: "approval", blockedNote: "" };
  await waitFor(() => expect(backend.acts(api.units.update)).toEqual([sent]));
  await waitFor(() => expect(screen.getAllByText("Blocked:")).toHaveLength(2));
});
