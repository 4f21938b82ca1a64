import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { AddUnitsDialog } from "../../../src/features/projects/dialogs/add-units-dialog.tsx";
import { CreateProjectDialog } from "../../../src/features/projects/dialogs/create-project-dialog.tsx";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { giveSize } from "../support/element-size.ts";
import { projectOf, unitOf } from "../support/records.ts";
import { renderAt } from "../support/render-at.tsx";
import { scrollTo } from "../support/scroll-far.ts";

let backend: FakeConvex;
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockReset();
  backend = new FakeConvex();
  backend.answer(api.units.names, { projectId: "project" }, [{ id: "unit", name: "104" }]);
  giveSize({ width: 900, height: 400 });
});
afterEach(cleanup);

/** Pastes a text into the field of the unit names. */
async function paste(text: string) {
  const field = await screen.findByLabelText(/^Units/);
  fireEvent.paste(field, { clipboardData: { getData: () => text } });
  await screen.findByRole("table", { name: "Pasted units" });
}

const submit = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const rows = () =>
  within(screen.getByRole("table", { name: "Pasted units" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);

async function openAddUnits() {
  return await renderAt(backend, <AddUnitsDialog project={projectOf({})} onClose={onClose} />);
}

test("pasted rows are shown, and made into units with their dates and rents in one act [QUICK-04]", async () => {
  backend.handle(api.units.create, () => [unitOf({}), unitOf({})]);
  const { user } = await openAddUnits();

  await paste("Rent\tUnit\tMove-out\n$1,250.50\t101\t2026-03-05\n\t102\t5.3.2026\n");
  expect(rows()).toEqual(["2$1,250.50101Mar 5, 2026", "3102Mar 5, 2026"]);
  await user.click(submit("Add Units"));

  await screen.findByText("2 units added");
  expect(onClose).toHaveBeenCalled();
  expect(backend.calls(api.units.create)).toEqual([
    {
      ...{ projectId: "project", key: expect.any(String) as string },
      units: [
        { name: "101", moveOutDate: "2026-03-05", monthlyRent: 1250.5 },
        { name: "102", moveOutDate: "2026-03-05" },
      ],
    },
  ]);
});

test("a row with an error keeps all of them back until it is left out [QUICK-04]", async () => {
  backend.handle(api.units.create, () => [unitOf({})]);
  const { user } = await openAddUnits();

  await paste("101\t2026-02-30\n104\t2026-03-05\n105\t2026-03-06");
  expect(screen.getByText(/with errors/).textContent).toContain("2 rows with errors");
  expect(rows()[1]).toContain("The project has a unit of this name");
  expect(submit("Add Units").disabled).toBe(true);

  await user.click(screen.getByRole("button", { name: "Leave out row 1" }));
  await user.click(screen.getByRole("button", { name: "Leave Out 1 Row" }));
  await waitFor(() => expect(submit("Add Units").disabled).toBe(false));
  await user.click(submit("Add Units"));

  await screen.findByText("1 unit added");
  expect(backend.calls(api.units.create)[0]?.["units"]).toEqual([
    { name: "105", moveOutDate: "2026-03-06" },
  ]);
});

test("a person says what a column means, and in which order dates are [QUICK-04]", async () => {
  const { user } = await openAddUnits();
  await paste("101\t3/5/2026\n102\t4/6/2026");
  expect(screen.getByText("3/5/2026 is read as Mar 5, 2026")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Read Day First" }));
  expect(rows()[0]).toContain("May 3, 2026");
  const meaning = screen.getByRole("combobox", { name: "Meaning of column 2" });
  expect(meaning.textContent).toContain("Move-out");
  await user.click(meaning);
  await user.click(await screen.findByRole("option", { name: "Move-in" }));

  backend.handle(api.units.create, () => [unitOf({}), unitOf({})]);
  await user.click(submit("Add Units"));
  await screen.findByText("2 units added");
  expect(backend.calls(api.units.create)[0]?.["units"]).toEqual([
    { name: "101", moveInDate: "2026-05-03" },
    { name: "102", moveInDate: "2026-06-04" },
  ]);
});

test("10,000 rows are told to be too many before anything is sent [QUICK-04]", async () => {
  await openAddUnits();
  await paste(Array.from({ length: 10_000 }, (_, at) => `${at}A\t2026-03-05`).join("\n"));

  expect(screen.getByRole("alert").textContent).toBe(
    "10,000 units are too many: at most 1,000 can be added at once.",
  );
  expect(submit("Add Units").disabled).toBe(true);
  expect(rows().length).toBeLessThan(100);
});

test("a project is created with what was pasted, and names can be typed instead [QUICK-04]", async () => {
  backend.handle(api.projects.create, () => projectOf({}));
  const { user } = await renderAt(backend, <CreateProjectDialog open onClose={onClose} />);
  await user.type(await screen.findByLabelText(/^Project Name/), "Oak");
  await paste("Unit,Ready by\n101,2026-03-05");
  await user.click(screen.getByRole("button", { name: "Type Names Instead" }));
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Units/).value).toBe("");

  await paste("Unit,Ready by\n101,2026-03-05");
  await user.click(submit("Create Project"));

  await screen.findByText("Project created successfully");
  expect(backend.calls(api.projects.create)[0]).toMatchObject({
    ...{ name: "Oak", units: [{ name: "101", readyByDate: "2026-03-05" }] },
  });
});

test("names that are pasted as a list stay a list [QUICK-04]", async () => {
  await openAddUnits();
  const user = userEvent.setup();
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/^Units/);
  await user.click(field);
  await user.paste("101\nFlur, 2. OG");

  expect(field.value).toBe("101\nFlur, 2. OG");
  expect(screen.queryByRole("table")).toBeNull();
});

test("a pasted row keeps the focus however far the sheet is scrolled [QUICK-04] [GEN-07]", async () => {
  await openAddUnits();
  await paste(Array.from({ length: 180 }, (_, at) => `${String(at + 200)}\t2026-03-05`).join("\n"));
  const focused = screen.getByRole("button", { name: "Leave out row 2" });
  focused.focus();

  scrollTo(screen.getByRole("region", { name: "Preview" }), { top: 4000 });

  await screen.findByRole("button", { name: "Leave out row 112" });
  expect(document.activeElement).toBe(focused);
  expect(screen.queryByRole("button", { name: "Leave out row 4" })).toBeNull();
});
