import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { reportRuns } from "../../../src/features/reports/run/report-runs.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { giveSize } from "../support/element-size.ts";
import { projectOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";
import { detailsPartOf, statusPartOf, unitPartOf } from "../support/report-parts.ts";
import { scrollTo } from "../support/scroll-far.ts";

const { unitsPage, unitTaskStatusPage, taskDetailsPage } = api.reports;
const prompt = "Configure your report settings and click Generate Report to view results.";
const at = "/reports";

let backend: FakeConvex;

beforeEach(() => {
  reportRuns.clear();
  giveSize({ width: 1200, height: 600 });
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, [
    projectOf({ id: "oak", name: "Oak Court" }),
    projectOf({ id: "maple", name: "Maple Court" }),
  ]);
  const units = [unitPartOf("101", "Oak Court", 2), unitPartOf("101", "Maple Court", 1)];
  backend.handle(unitsPage, ({ projectId }) => ({
    parts: units.filter(({ projectName }) =>
      projectId === undefined ? true : projectName.toLowerCase().startsWith(projectId),
    ),
    next: null,
  }));
  backend.handle(unitTaskStatusPage, () => ({
    parts: [statusPartOf("101", { totalTasks: 4, completedTasks: 1, inProgressTasks: 2 })],
    next: null,
  }));
  backend.handle(taskDetailsPage, () => ({ parts: [detailsPartOf("101", [])], next: null }));
});
afterEach(cleanup);

const button = (name: string) => screen.getByRole("button", { name });
const box = (name: string) => screen.getByRole("checkbox", { name });
const isChecked = (name: string) => box(name).getAttribute("aria-checked");

async function choose(
  user: Awaited<ReturnType<typeof renderPage>>["user"],
  list: string,
  option: string,
) {
  screen.getByRole("combobox", { name: list }).focus();
  await user.keyboard("{Enter}");
  await user.click(await screen.findByRole("option", { name: option }));
}

describe("settings", () => {
  test("three report types, and all projects before each of them [REPORT-01] [REPORT-02] [TURN-11]", async () => {
    const { user } = await renderPage(backend, { at });
    const optionsOf = async (name: string) => {
      const list = screen.getByRole("combobox", { name });
      expect(list.textContent).toBe(
        name === "Report Type" ? "Unit Task Status Report" : "All Projects",
      );
      list.focus();
      await user.keyboard("{Enter}");
      const options = await screen.findAllByRole("option");
      const names = options.map(({ textContent }) => textContent);
      await user.keyboard("{Escape}");
      return names;
    };

    expect(await optionsOf("Report Type")).toEqual([
      "Unit Task Status Report",
      "Task Details Report",
      "Turn Status Report",
    ]);
    expect(await optionsOf("Project Filter")).toEqual(["All Projects", "Oak Court", "Maple Court"]);
  });

  test("a project of the address that is gone is said to be, and there is nothing to generate [REPORT-02] [OP-10]", async () => {
    const { user } = await renderPage(backend, { at: "/reports?project=gone&units=a" });
    const list = screen.getByRole("combobox", { name: "Project Filter" });
    expect(list.textContent).toBe("Unknown project");
    expect(screen.getByText(/^This project does not exist or was deleted/)).toBeVisible();
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(button("Generate Report")).toHaveProperty("disabled", true);
    expect(backend.calls(unitsPage)).toEqual([]);

    await choose(user, "Project Filter", "All Projects");
    expect(await screen.findByRole("checkbox", { name: "All Units" })).toBeVisible();
    expect(button("Generate Report")).toHaveProperty("disabled", false);
  });

  test("while the projects are on their way, none is said to be gone [REPORT-02] [OP-10]", async () => {
    backend.answer(api.projects.list, {}, undefined);
    await renderPage(backend, { at: "/reports?project=oak" });
    expect(screen.queryByText(/^This project does not exist/)).toBeNull();
    expect(await screen.findByRole("checkbox", { name: "All Units" })).toBeVisible();
  });

  test("the unit selection appears once the units are there [REPORT-04]", async () => {
    let arrive = (_: unknown) => undefined as unknown;
    backend.handle(unitsPage, () => new Promise((resolve) => (arrive = resolve)));
    await renderPage(backend, { at });

    expect(screen.queryByRole("checkbox")).toBeNull();
    arrive({ parts: [unitPartOf("101", "Oak Court", 1)], next: null });
    expect(await screen.findByRole("checkbox", { name: "All Units" })).toBeVisible();
  });

  test("picks of units, with the project where there are several [REPORT-05] [REPORT-06] [REPORT-07] [OP-45]", async () => {
    const { user, history } = await renderPage(backend, { at });
    await screen.findByRole("checkbox", { name: "All Units" });

    expect(isChecked("All Units")).toBe("true");
    expect(screen.getAllByRole("checkbox")).toHaveLength(1);
    await user.click(box("All Units"));
    expect(screen.getAllByRole("checkbox")).toHaveLength(3);
    await user.click(box("101 Oak Court"));
    await user.click(box("101 Maple Court"));
    expect(isChecked("101 Oak Court")).toBe("true");
    expect(history.location.search).toContain("units=");
    await user.click(box("All Units"));
    expect(screen.getAllByRole("checkbox")).toHaveLength(1);
    await user.click(box("All Units"));
    expect([isChecked("101 Oak Court"), isChecked("101 Maple Court")]).toEqual(["false", "false"]);
  });

  test("another project has its own units, and clears the picks [OP-45]", async () => {
    const { user, history } = await renderPage(backend, {
      at: "/reports?units=id%20of%20101%20Oak%20Court",
    });
    await screen.findByRole("checkbox", { name: "101 Oak Court" });

    await choose(user, "Project Filter", "Maple Court");

    await waitFor(() => expect(isChecked("All Units")).toBe("true"));
    expect(history.location.search).toBe("?project=maple");
    await user.click(box("All Units"));
    expect(screen.getAllByRole("checkbox").map((one) => one.closest("label")?.textContent)).toEqual(
      ["All Units", "101"],
    );
  });

  test("units that could not be loaded can be asked for again [OP-52]", async () => {
    let calls = 0;
    backend.handle(unitsPage, async () => {
      calls += 1;
      if (calls === 1) throw new Error("500 Internal Server Error");
      return await Promise.resolve({ parts: [unitPartOf("101", "Oak Court", 1)], next: null });
    });
    const { user } = await renderPage(backend, { at });

    await user.click(await screen.findByRole("button", { name: "Try Again" }));

    expect(await screen.findByRole("checkbox", { name: "All Units" })).toBeVisible();
  });
});

describe("runs", () => {
  test("a click runs the chosen report once [REPORT-03] [REPORT-08] [REPORT-09] [REPORT-20]", async () => {
    let finish = (_: unknown) => undefined as unknown;
    backend.handle(unitTaskStatusPage, () => new Promise((resolve) => (finish = resolve)));
    const { user } = await renderPage(backend, { at });

    expect(screen.getByText(prompt)).toBeVisible();
    expect(backend.calls(unitTaskStatusPage)).toEqual([]);
    await user.click(button("Generate Report"));
    expect(screen.getByText("Generating report...")).toBeVisible();
    expect(button("Generating...").getAttribute("aria-disabled")).toBe("true");
    finish({ parts: [statusPartOf("101", {})], next: null });
    expect(await screen.findByRole("table")).toBeVisible();
    expect(button("Generate Report")).toBeVisible();
    expect(screen.queryByText(prompt)).toBeNull();
    expect(backend.calls(unitTaskStatusPage)).toEqual([{}]);
    expect(backend.calls(taskDetailsPage)).toEqual([]);
  });

  test.each([
    ["", {}],
    ["?units=", {}],
    ["?project=oak&units=", { projectId: "oak" }],
    ["?project=oak&units=a%2Cb", { projectId: "oak", unitIds: ["a", "b"] }],
  ])("the address %j asks for %j [REPORT-19]", async (search, args) => {
    const { user } = await renderPage(backend, { at: `/reports${search}` });

    await user.click(button("Generate Report"));
    await screen.findByRole("table");

    expect(backend.calls(unitTaskStatusPage)).toEqual([args]);
  });

  test("each type keeps its result, and new settings wait for the next click [REPORT-20] [OP-44]", async () => {
    const { user } = await renderPage(backend, { at });
    await user.click(button("Generate Report"));
    await screen.findByRole("table", { name: "Units" });

    await choose(user, "Report Type", "Task Details Report");
    expect(screen.getByText(prompt)).toBeVisible();
    await choose(user, "Project Filter", "Oak Court");
    await choose(user, "Report Type", "Unit Task Status Report");
    expect(screen.getByRole("table", { name: "Units" })).toBeVisible();
    const told = () => screen.getByRole("region", { name: "Unit Task Status report" }).textContent;
    expect(told()).toContain("All projects, all units · as of ");
    expect(backend.calls(unitTaskStatusPage)).toHaveLength(1);
    await user.click(button("Generate Report"));
    await waitFor(() => expect(told()).toContain("Oak Court, all units · as of "));
    expect(backend.calls(taskDetailsPage)).toEqual([]);
  });

  test("a failing run is not repeated and leaves the last result [REPORT-21] [OP-44]", async () => {
    const { user } = await renderPage(backend, { at });
    const fail = () => Promise.reject(new Error("500 Internal Server Error"));

    backend.handle(taskDetailsPage, fail);
    await choose(user, "Report Type", "Task Details Report");
    await user.click(button("Generate Report"));
    expect(await screen.findByRole("alert")).toBeVisible();
    expect(screen.getByText(prompt)).toBeVisible();
    expect(backend.calls(taskDetailsPage)).toHaveLength(1);
    await choose(user, "Report Type", "Unit Task Status Report");
    await user.click(button("Generate Report"));
    await screen.findByRole("table");
    backend.handle(unitTaskStatusPage, fail);
    await user.click(button("Generate Report"));
    await screen.findByRole("alert");
    expect(screen.getByRole("table")).toBeVisible();
    expect(document.body.textContent).not.toContain("500");
  });

  test("a run tells how far it is, can be cancelled, and can be left [OP-44]", async () => {
    let finish = (_: unknown) => undefined as unknown;
    const next = { projectAt: 1, project: 1, unit: 1 };
    backend.handle(unitTaskStatusPage, ({ after }) =>
      after === undefined
        ? { parts: [statusPartOf("101", {})], next }
        : new Promise((resolve) => (finish = resolve)),
    );
    const { user } = await renderPage(backend, { at });

    await user.click(button("Generate Report"));
    expect(await screen.findByText("1 unit so far")).toBeVisible();
    await user.click(button("Cancel"));
    expect(screen.getByText(prompt)).toBeVisible();
    finish({ parts: [], next: null });
    await user.click(button("Generate Report"));
    await screen.findByText("1 unit so far");
    cleanup();
    finish({ parts: [], next: null });
    await renderPage(backend, { at });
    expect(await screen.findByRole("table")).toBeVisible();
  });

  test("an empty result says so [OP-45] [TOAST-23]", async () => {
    backend.handle(unitTaskStatusPage, () => ({ parts: [], next: null }));
    const { user } = await renderPage(backend, { at });

    await user.click(button("Generate Report"));

    expect(await screen.findByText("No data found for the selected filters")).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

test("a unit to choose keeps the focus however far the list is scrolled [REPORT-03] [GEN-07]", async () => {
  const many = Array.from({ length: 3000 }, (_, at) =>
    unitPartOf(String(at + 1000), "Oak Court", 1),
  );
  backend.handle(unitsPage, () => ({ parts: many, next: null }));
  const { user } = await renderPage(backend, { at });
  await user.click(await screen.findByRole("checkbox", { name: "All Units" }));
  const focused = await screen.findByRole("checkbox", { name: /^1001\b/ });
  focused.focus();

  scrollTo(screen.getByRole("group", { name: "Units" }), { top: 12_000 });

  await waitFor(() => expect(screen.queryByRole("checkbox", { name: /^1999\b/ })).toBeNull());
  expect(screen.queryByRole("checkbox", { name: /^1200\b/ })).toBeNull();
  expect(document.activeElement).toBe(focused);
});
