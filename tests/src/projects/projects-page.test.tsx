import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { memberOf, projectOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  // Dates outside the current year show their year.
  vi.setSystemTime("2026-03-10T12:00:00Z");
  backend = new FakeConvex();
});
afterEach(cleanup);

function serve(...projects: Parameters<typeof projectOf>[0][]) {
  backend.answer(api.projects.list, {}, projects.map(projectOf));
}

/** Returns the stats of a project without problems, with the given fields changed. */
function statsOf(given: object) {
  const calm = { unitsLate: 0, unitsAtRisk: 0, overdueTasks: 0, nextDueDate: null };
  return { completionPercentage: 0, ...calm, ...given };
}

async function showProjects(role?: string) {
  return await renderPage(backend, { at: "/projects", ...(role !== undefined && { role }) });
}

describe("list", () => {
  test("the page names itself and holds the place of exactly three cards while it loads [PROJ-02] [PROJ-03]", async () => {
    await showProjects();
    expect(screen.getByRole("heading", { name: "Projects" })).toBeVisible();
    expect(screen.getByText("Manage your vacant unit turn projects")).toBeVisible();
    expect(document.querySelectorAll('[data-slot="project-placeholder"]')).toHaveLength(3);
  });

  test("without projects the page offers to create the first [PROJ-04]", async () => {
    serve();
    const { user } = await showProjects();
    expect(screen.getByText("No projects yet")).toBeVisible();
    expect(
      screen.getByText("Create your first vacant unit turn project to get started"),
    ).toBeVisible();

    await user.click(screen.getByRole("button", { name: "Create Your First Project" }));

    expect(await screen.findByRole("dialog", { name: "Create New Project" })).toBeVisible();
  });

  test("of 500 projects only the cards near the window exist, and read their stats [LIMIT-09]", async () => {
    serve(...Array.from({ length: 500 }, (_, index) => ({ id: `p${index}`, unitCount: 1 })));
    await showProjects("project_supervisor");

    const cards = within(screen.getByRole("list", { name: "Projects" })).getAllByRole("listitem");
    expect(cards.length).toBeGreaterThan(0);
    expect(cards.length).toBeLessThan(100);
    expect(cards[0]?.getAttribute("aria-setsize")).toBe("500");
    const stats = [...backend.watched].filter((query) => query.startsWith("projects:stats"));
    expect(stats).toHaveLength(cards.length);
  });

  test("a card of a wide window stays under the focus when others come in front of it [PROJ-02]", async () => {
    const wide = new DOMRect(0, 0, 1200, 400);
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(wide);
    const shown = ["Ash", "Birch", "Cedar"].map((name) => ({ id: name, name }));
    serve(...shown);
    await showProjects();
    const lastOfRow = screen.getByRole("button", { name: "Edit Cedar" });
    lastOfRow.focus();

    act(() => serve({ id: "new", name: "New" }, ...shown));

    expect(document.activeElement).toBe(lastOfRow);
  });

  test("who may not manage projects is offered neither creating nor changing one [OP-14]", async () => {
    serve({ status: "on_hold" });
    await showProjects("project_supervisor");
    expect(screen.getByText("On Hold")).toBeVisible();
    for (const name of [/Create/, /Edit/, /Status/]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
  });
});

describe("card", () => {
  test.each([
    ["active", "Active"],
    ["completed", "Complete"],
    ["on_hold", "On Hold"],
    ["cancelled", "On Hold"],
  ] as const)("status %s reads %s [PROJ-05]", async (status, label) => {
    serve({ status });
    await showProjects("project_supervisor");
    expect(screen.getByText(label)).toBeVisible();
  });

  test("an empty project says what is missing [PROJ-06] [PROJ-08] [PROJ-09] [PROJ-10]", async () => {
    serve({});
    await showProjects();
    const card = within(screen.getByRole("listitem", { name: "Oak Court" }));
    for (const text of ["No description provided", "Not set", "Not assigned"]) {
      expect(card.getByText(text)).toBeVisible();
    }
    expect(card.getByRole("button", { name: "0 members" })).toBeVisible();
  });

  test("a card says what is known of its project [PROJ-06] [PROJ-08] [PROJ-09] [PROJ-10]", async () => {
    const targetCompletionDate = "2026-03-20T12:00:00.000Z";
    const manager = { role: "project_manager", firstName: "Leo", lastName: "Berg" } as const;
    const teamMembers = [memberOf({ id: "a" }), memberOf({ id: "b", ...manager })];
    serve({ description: "East wing", targetCompletionDate, teamMembers });
    await showProjects();
    const card = within(screen.getByRole("listitem", { name: "Oak Court" }));
    expect(card.getByText("East wing")).toBeVisible();
    const terms = card.getAllByRole("term").map((term) => term.textContent);
    const facts = card.getAllByRole("definition").map((fact) => fact.textContent);
    expect(terms).toEqual(["Due Date", "Project Manager", "Team Size"]);
    expect(facts).toEqual(["Mar 20, 2026", "Leo Berg", "2 members"]);
  });

  test("progress comes from the stats, which are not read without units [PROJ-07] [PROJ-22]", async () => {
    serve({ id: "full", name: "Full" }, { id: "bare", name: "Bare", unitCount: 0 });
    backend.answer(
      api.projects.stats,
      { projectId: "full" },
      statsOf({ completionPercentage: 45 }),
    );
    await showProjects();

    const full = within(screen.getByRole("listitem", { name: "Full" }));
    const bare = within(screen.getByRole("listitem", { name: "Bare" }));
    expect(full.getByText("45%")).toBeVisible();
    expect(full.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("45");
    expect(bare.getByText("0%")).toBeVisible();
    const stats = [...backend.watched].filter((key) => key.startsWith("projects:stats"));
    expect(stats).toEqual(['projects:stats {"projectId":"full"}']);
  });

  test.each([
    [
      { unitsLate: 1, unitsAtRisk: 2, overdueTasks: 3 },
      "1 unit late, 2 units at risk, 3 tasks overdue",
    ],
    [{ unitsAtRisk: 1, nextDueDate: "2026-03-12T12:00:00.000Z" }, "1 unit at risk"],
    [{ nextDueDate: "2026-03-12T12:00:00.000Z" }, "Next due Mar 12"],
  ])("a card says in one line what matters now: %j [TURN-09]", async (given, line) => {
    serve({ id: "oak" });
    backend.answer(api.projects.stats, { projectId: "oak" }, statsOf(given));
    await showProjects();

    expect(
      within(screen.getByRole("listitem", { name: "Oak Court" })).getByText(line),
    ).toBeVisible();
  });

  test("progress that cannot be read is told on its card, and the page stays [PROJ-07]", async () => {
    serve({ id: "oak" });
    backend.answer(api.projects.stats, { projectId: "oak" }, new Error("Server Error"));
    await showProjects();
    const card = within(screen.getByRole("listitem", { name: "Oak Court" }));
    expect(card.getByText("Not available")).toBeVisible();
    expect(card.queryByRole("progressbar")).toBeNull();
  });

  test("the card leads to the units and the team [PROJ-11] [PROJ-12]", async () => {
    serve({ id: "oak" });
    await showProjects();
    const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(href("View Units")).toBe("/projects/oak/units");
    expect(href("Manage Team")).toBe("/projects/oak/team");
  });

  test("tasks cannot be assigned to all units of a project without units [OP-23]", async () => {
    serve({ unitCount: 0 });
    await showProjects();
    const assign = screen.getByRole<HTMLButtonElement>("button", {
      name: "Assign Tasks to All Units",
    });
    expect(assign.disabled).toBe(true);
  });

  test("a status chosen on the card shows at once and is taken back when refused [PROJ-23]", async () => {
    serve({ status: "active" });
    let refuse: () => void = () => undefined;
    backend.handle(
      api.projects.update,
      () => new Promise((_, reject) => (refuse = () => reject(new Error("no")))),
    );
    const { user } = await showProjects();
    await user.click(screen.getByRole("button", { name: /Change status/ }));
    await user.click(screen.getByRole("menuitem", { name: "Complete" }));

    await screen.findByRole("button", { name: /^Status: Complete/ });
    expect(backend.calls(api.projects.update)).toEqual([
      { projectId: "project", status: "completed" },
    ]);

    refuse();
    await screen.findByRole("button", { name: /^Status: Active/ });
    expect(await screen.findByText("An error occurred")).toBeVisible();
  });
});

describe("team dialog", () => {
  test("it shows the members by role with what is known of each [PROJ-17] [PROJ-18] [PROJ-19]", async () => {
    serve({
      name: "Oak Court",
      teamMembers: [
        memberOf({ id: "a" }),
        memberOf({ id: "b", firstName: "Ben", lastName: "Ray", email: null, trade: null }),
        memberOf({ id: "c", role: "supervisor", firstName: "Cat", lastName: "Orr" }),
      ],
    });
    const { user } = await showProjects();
    await user.click(screen.getByRole("button", { name: "3 members" }));

    const dialog = within(screen.getByRole("dialog", { name: "Team Members - Oak Court" }));
    expect(dialog.getByRole("heading", { name: "Crew Member (2)" })).toBeVisible();
    expect(dialog.getByRole("heading", { name: "Supervisor (1)" })).toBeVisible();
    const ana = within(dialog.getAllByRole("listitem")[1] as HTMLElement);
    for (const text of ["AS", "Ana Silva", "Crew Member"]) {
      expect(ana.getByText(text)).toBeVisible();
    }
    expect(ana.getByText(/Painter/)).toBeVisible();
    expect(ana.getByText(/ana@example\.com/)).toBeVisible();
  });

  test("without members it says so [PROJ-20]", async () => {
    serve({});
    const { user } = await showProjects();
    await user.click(screen.getByRole("button", { name: "0 members" }));
    expect(screen.getByText("No team members assigned to this project")).toBeVisible();
  });
});

describe("address", () => {
  test("an open dialog is in the address, and Back closes it [PROJ-10]", async () => {
    serve({ id: "oak" });
    const { user, history } = await showProjects();
    await user.click(screen.getByRole("button", { name: "0 members" }));
    expect(history.location.search).toBe("?dialog=team&project=oak");

    history.back();

    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(history.location.href).toBe("/projects");
  });

  test("a dialog opened by link closes to the bare address [PROJ-15]", async () => {
    serve({});
    const { user, history } = await renderPage(backend, { at: "/projects?dialog=create" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(history.location.href).toBe("/projects"));
  });
});
