import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { keptAnswers } from "../../../src/lib/answers/kept/kept-answers.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { taskOf, unitOf } from "../support/records.ts";
import { viewerOf } from "../support/render-at.tsx";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
});
afterEach(cleanup);

const at = "/projects/project/units";
const planned = unitOf({
  moveOutDate: "2026-03-02T12:00:00.000Z",
  readyByDate: "2026-03-09T12:00:00.000Z",
  monthlyRent: 1500.5,
});

function serve(...units: ReturnType<typeof unitOf>[]) {
  backend.answer(api.units.list, { projectId: "project" }, units);
  backend.answer(api.tasks.list, { unitId: "unit" }, [taskOf({})]);
  backend.handle(api.units.update, () => new Promise(() => undefined));
}

const rent = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Monthly Rent" });

test("a manager changes the rent of a unit, and a rent that does not fit stays with its reason [TURN-09] [TURN-02]", async () => {
  serve(planned);
  const { user } = await renderPage(backend, { at: `${at}?unit=unit` });
  await screen.findByRole("textbox", { name: "Monthly Rent" });
  expect(rent().value).toBe("1500.50");

  await user.clear(rent());
  await user.type(rent(), "1,250.555{Enter}");

  expect(rent().value).toBe("1,250.555");
  expect(screen.getByRole("alert").textContent).toMatch(/^Monthly rent must be a number/);
  await waitFor(() => expect(backend.acts(api.units.update)).toEqual([]));

  await user.clear(rent());
  await user.type(rent(), "$1,250.55{Enter}");

  await waitFor(() =>
    expect(backend.acts(api.units.update)).toEqual([{ unitId: "unit", monthlyRent: 1250.55 }]),
  );
  await waitFor(() => expect(rent().value).toBe("1250.55"));
});

test.each([
  { monthlyRent: 1250.5, text: "1250.50" },
  { monthlyRent: 1250.55, text: "1250.55" },
  { monthlyRent: 1250, text: "1250" },
  { monthlyRent: 0, text: "0" },
])(
  "a rent of $monthlyRent stands in its field as $text [TURN-09]",
  async ({ monthlyRent, text }) => {
    serve(unitOf({ monthlyRent }));
    const { user } = await renderPage(backend, { at: `${at}?unit=unit` });
    await screen.findByRole("textbox", { name: "Monthly Rent" });
    expect(rent().value).toBe(text);

    // Leaving the field unchanged saves nothing.
    await user.click(rent());
    await user.tab();
    expect(backend.acts(api.units.update)).toEqual([]);
  },
);

test("a day before the move-out is refused below the date that was chosen, and nothing is sent [TURN-02] [TURN-09]", async () => {
  serve(planned);
  const { user } = await renderPage(backend, { at: `${at}?unit=unit` });
  const readyBy = () => screen.getByRole("button", { name: /^Ready-by: / });

  await user.click(await screen.findByRole("button", { name: /^Ready-by: / }));
  await user.click(await screen.findByRole("button", { name: /March 1st, 2026/ }));

  const reason = await screen.findByText("Ready-by cannot be before move-out");
  expect(readyBy().parentElement?.contains(reason)).toBe(true);
  expect(readyBy().getAttribute("aria-describedby")).toBe(reason.id);
  expect(readyBy().textContent).toBe("Mar 9, 2026");
  expect(backend.acts(api.units.update)).toEqual([]);
});

test("the refusal of a day goes when another person changes the dates by which it was refused [TURN-09] [GEN-03]", async () => {
  serve(planned);
  const { user } = await renderPage(backend, { at: `${at}?unit=unit` });
  await user.click(await screen.findByRole("button", { name: /^Ready-by: / }));
  await user.click(await screen.findByRole("button", { name: /March 1st, 2026/ }));
  await screen.findByText("Ready-by cannot be before move-out");

  act(() => serve({ ...planned, moveOutDate: "2026-02-20T12:00:00.000Z" }));

  expect(await screen.findByText("Feb 20, 2026")).toBeVisible();
  expect(screen.queryByText("Ready-by cannot be before move-out")).toBeNull();
});

test("a rent that the server refuses stays in the list of what waits, and its reason is told [TURN-09] [FIELD-06]", async () => {
  serve(planned);
  backend.handle(api.units.update, () => {
    throw new ConvexError({ code: "forbidden", message: "Not yours" });
  });
  const { user } = await renderPage(backend, { at: `${at}?unit=unit` });
  await screen.findByRole("textbox", { name: "Monthly Rent" });
  await user.clear(rent());
  await user.type(rent(), "1600{Enter}");

  await screen.findByText(
    /You don't have permission to do this. It is kept in the list of what waits/,
  );
  expect(outbox.snapshot().operations).toMatchObject([{ args: { monthlyRent: 1600 } }]);
  await waitFor(() => expect(rent().value).toBe("1500.50"));
});

test("a rent that is typed when the dialog is closed by Escape is saved [TURN-09]", async () => {
  serve(planned);
  const { user } = await renderPage(backend, { at: `${at}?unit=unit` });
  await screen.findByRole("textbox", { name: "Monthly Rent" });
  await user.clear(rent());
  await user.type(rent(), "1600");

  await user.keyboard("{Escape}");

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() =>
    expect(backend.acts(api.units.update)).toEqual([{ unitId: "unit", monthlyRent: 1600 }]),
  );
});

test("a rent that is typed when another unit takes the place of its own is saved to its own [TURN-09]", async () => {
  serve(planned, unitOf({ id: "next", name: "Next", monthlyRent: 900 }));
  backend.answer(api.tasks.list, { unitId: "next" }, []);
  const { user, history } = await renderPage(backend, { at: `${at}?unit=unit` });
  await screen.findByRole("textbox", { name: "Monthly Rent" });
  await user.clear(rent());
  await user.type(rent(), "1600");

  // Like the Back button of a browser, the navigation does not move the focus.
  act(() => history.push(`${at}?unit=next`));

  await waitFor(() => expect(rent().value).toBe("900"));
  await user.click(rent());
  await user.tab();
  await waitFor(() =>
    expect(backend.acts(api.units.update)).toEqual([{ unitId: "unit", monthlyRent: 1600 }]),
  );
});

test("a unit of an earlier visit does not say that it has no rent [TURN-09] [FIELD-02]", async () => {
  const question = 'units:list {"projectId":"project"}';
  keptAnswers.begin(viewerOf());
  keptAnswers.keep(question, [{ ...planned, monthlyRent: null }]);
  serve(planned);
  backend.answer(api.units.list, { projectId: "project" }, undefined);
  await renderPage(backend, { at: `${at}?unit=unit` });

  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Monthly Rent" });
  expect(field).toMatchObject({ value: "", placeholder: "Not on this device" });

  act(() => serve({ ...planned, monthlyRent: null }));
  expect(rent()).toMatchObject({ value: "", placeholder: "Not set" });
  await keptAnswers.drop();
});

test("a supervisor reads the dates, changes none and sees no rent [TURN-09] [GEN-05]", async () => {
  serve({ ...planned, monthlyRent: null });
  await renderPage(backend, { at: `${at}?unit=unit`, role: "project_supervisor" });

  await screen.findByRole("button", { name: /^Ready-by: / });
  const isDisabled = (name: RegExp) =>
    within(screen.getByRole("region", { name: "Unit information" })).getByRole<HTMLButtonElement>(
      "button",
      { name },
    ).disabled;
  expect([isDisabled(/^Ready-by: /), isDisabled(/^Start Date: /)]).toEqual([true, false]);
  expect(screen.queryByRole("textbox", { name: "Monthly Rent" })).toBeNull();
});

test("a card says what matters now, with overdue tasks, the next due date and who has the tasks [TURN-09] [WHO-01]", async () => {
  const late = { ...planned.turn, risk: "late" as const, daysToReadyBy: -2 };
  const nextDueDate = "2026-03-12T12:00:00.000Z";
  const givenTo = ["Ana Silva", "Bo Chen", "Tom Nguyen"];
  serve({ ...planned, turn: late, overdueTasks: 3, nextDueDate, givenTo });
  await renderPage(backend, { at });

  const card = within(screen.getByRole("listitem"));
  expect(card.getByText("Late by 2 days")).toBeVisible();
  expect(card.getByText("3 overdue")).toBeVisible();
  expect(card.getByText(/^Next due/)).toBeVisible();
  expect(card.getByText("Ana Silva, Bo Chen \u200e+1")).toBeVisible();
});

test("a card says that nobody has the tasks of a unit that needs a look, and no word of it on a calm one or one kept by an earlier version [WHO-01] [GEN-06]", async () => {
  const atRisk = { ...planned.turn, risk: "at_risk" as const };
  serve({ ...planned, turn: atRisk, totalTasks: 2, completedTasks: 1 });
  await renderPage(backend, { at });
  expect(screen.getByText("Nobody")).toBeVisible();

  const { givenTo: _, ...earlier } = unitOf(planned);
  act(() =>
    backend.answer(api.units.list, { projectId: "project" }, [{ ...earlier, totalTasks: 2 }]),
  );
  expect(screen.queryByText("Nobody")).toBeNull();
});

test("the units that need a look are a filter of the address [TURN-09]", async () => {
  const turn = { ...planned.turn, risk: "at_risk" as const };
  serve(
    unitOf({ id: "a", name: "A" }),
    { ...unitOf({ id: "b", name: "B" }), overdueTasks: 1, jeopardyTasks: 2 },
    { ...unitOf({ id: "c", name: "C" }), turn },
  );
  const { user, history } = await renderPage(backend, { at });
  const names = () =>
    screen.queryAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(names()).toEqual(["A", "B", "C"]);

  await user.click(screen.getByRole("button", { name: "At Risk (1)" }));

  await waitFor(() => expect(names()).toEqual(["C"]));
  expect(history.location.search).toBe("?alarm=at_risk");

  await user.click(screen.getByRole("button", { name: "In Jeopardy (1)" }));

  await waitFor(() => expect(names()).toEqual(["B"]));
  expect(screen.getByText(/overdue, or due today or in the next 2 days/)).toBeVisible();
});

test("a late unit and one at risk are counted and shown apart, as on the board [TURN-07] [TURN-09]", async () => {
  const unitAt = (name: string, risk: "late" | "at_risk") => ({
    ...unitOf({ id: name, name }),
    turn: { ...planned.turn, risk },
  });
  serve(unitAt("A", "late"), unitAt("B", "late"), unitAt("C", "at_risk"));
  const { user } = await renderPage(backend, { at });
  const chips = within(screen.getByRole("group", { name: /needs a look/ }));
  expect(chips.getAllByRole("button").map((chip) => chip.textContent)).toEqual([
    "Late (2)",
    "At Risk (1)",
  ]);

  await user.click(chips.getByRole("button", { name: "Late (2)" }));

  await waitFor(() => expect(screen.queryByRole("heading", { name: "C" })).toBeNull());
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(2);
});

test("a calm project shows no such filter [TURN-09]", async () => {
  serve(planned);
  await renderPage(backend, { at });

  expect(screen.queryByRole("group", { name: /needs a look/ })).toBeNull();
});
