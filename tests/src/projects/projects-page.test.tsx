import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { memberOf, projectOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
});
afterEach(cleanup);

function serve(...projects: Parameters<typeof projectOf>[0][]) {
  backend.answer(api.projects.list, {}, projects.map(projectOf));
}

async function showProjects(role?: string) {
  return await renderPage(backend, { at: "/projects", ...(role !== undefined && { role }) });
}

describe("list", () => {
  test("[PROJ-02] [PROJ-03] the page names itself and holds the place of exactly three cards while it loads", async () => {
    await showProjects();
    expect(screen.getByRole("heading", { name: "Projects" })).toBeDefined();
    expect(screen.getByText("Manage your vacant unit turn projects")).toBeDefined();
    expect(document.querySelectorAll('[data-slot="project-placeholder"]')).toHaveLength(3);
  });

  test("[PROJ-04] without projects the page offers to create the first", async () => {
    serve();
    const { user } = await showProjects();
    expect(screen.getByText("No projects yet")).toBeDefined();
    expect(
      screen.getByText("Create your first vacant unit turn project to get started"),
    ).toBeDefined();

    await user.click(screen.getByRole("button", { name: "Create Your First Project" }));

    expect(screen.getByRole("dialog", { name: "Create New Project" })).toBeDefined();
  });

  test("[LIMIT-09] of 500 projects only the cards near the window exist, and read their stats", async () => {
    serve(...Array.from({ length: 500 }, (_, index) => ({ id: `p${index}`, unitCount: 1 })));
    await showProjects("project_supervisor");

    const cards = within(screen.getByRole("list", { name: "Projects" })).getAllByRole("listitem");
    expect(cards.length).toBeGreaterThan(0);
    expect(cards.length).toBeLessThan(100);
    expect(cards[0]?.getAttribute("aria-setsize")).toBe("500");
    const stats = [...backend.watched].filter((query) => query.startsWith("projects:stats"));
    expect(stats).toHaveLength(cards.length);
  });

  test("[PROJ-02] a card of a wide window stays under the focus when others come in front of it", async () => {
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

  test("[OP-14] who may not manage projects is offered neither creating nor changing one", async () => {
    serve({ status: "on_hold" });
    await showProjects("project_supervisor");
    expect(screen.getByText("On Hold")).toBeDefined();
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
  ] as const)("[PROJ-05] status %s reads %s", async (status, label) => {
    serve({ status });
    await showProjects("project_supervisor");
    expect(screen.getByText(label)).toBeDefined();
  });

  test("[PROJ-06] [PROJ-08] [PROJ-09] [PROJ-10] an empty project says what is missing", async () => {
    serve({});
    await showProjects();
    const card = within(screen.getByRole("listitem", { name: "Oak Court" }));
    for (const text of ["No description provided", "Not set", "Not assigned"]) {
      expect(card.getByText(text)).toBeDefined();
    }
    expect(card.getByRole("button", { name: "0 members" })).toBeDefined();
  });

  test("[PROJ-06] [PROJ-08] [PROJ-09] [PROJ-10] a card says what is known of its project", async () => {
    const targetCompletionDate = "2026-03-20T12:00:00.000Z";
    const manager = { role: "project_manager", firstName: "Leo", lastName: "Berg" } as const;
    const teamMembers = [memberOf({ id: "a" }), memberOf({ id: "b", ...manager })];
    serve({ description: "East wing", targetCompletionDate, teamMembers });
    await showProjects();
    const card = within(screen.getByRole("listitem", { name: "Oak Court" }));
    expect(card.getByText("East wing")).toBeDefined();
    const terms = card.getAllByRole("term").map((term) => term.textContent);
    const facts = card.getAllByRole("definition").map((fact) => fact.textContent);
    expect(terms).toEqual(["Due Date", "Project Manager", "Team Size"]);
    expect(facts).toEqual(["Mar 20, 2026", "Leo Berg", "2 members"]);
  });

  test("[PROJ-07] [PROJ-22] progress comes from the stats, which are not read without units", async () => {
    serve({ id: "full", name: "Full" }, { id: "bare", name: "Bare", unitCount: 0 });
    backend.answer(api.projects.stats, { projectId: "full" }, { completionPercentage: 45 });
    await showProjects();

    const full = within(screen.getByRole("listitem", { name: "Full" }));
    const bare = within(screen.getByRole("listitem", { name: "Bare" }));
    expect(full.getByText("45%")).toBeDefined();
    expect(full.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("45");
    expect(bare.getByText("0%")).toBeDefined();
    const stats = [...backend.watched].filter((key) => key.startsWith("projects:stats"));
    expect(stats).toEqual(['projects:stats {"projectId":"full"}']);
  });

  test("[PROJ-07] progress that cannot be read is told on its card, and the page stays", async () => {
    serve({ id: "oak" });
    backend.answer(api.projects.stats, { projectId: "oak" }, new Error("Server Error"));
    await showProjects();
    const card = within(screen.getByRole("listitem", { name: "Oak Court" }));
    expect(card.getByText("Not available")).toBeDefined();
    expect(card.queryByRole("progressbar")).toBeNull();
  });

  test("[PROJ-11] [PROJ-12] the card leads to the units and the team", async () => {
    serve({ id: "oak" });
    await showProjects();
    const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(href("View Units")).toBe("/projects/oak/units");
    expect(href("Manage Team")).toBe("/projects/oak/team");
  });

  test("[OP-23] tasks cannot be assigned to all units of a project without units", async () => {
    serve({ unitCount: 0 });
    await showProjects();
    const assign = screen.getByRole<HTMLButtonElement>("button", {
      name: "Assign Tasks to All Units",
    });
    expect(assign.disabled).toBe(true);
  });

  test("[PROJ-23] a status chosen on the card shows at once and is taken back when refused", async () => {
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
    expect(await screen.findByText("An error occurred")).toBeDefined();
  });
});

describe("team dialog", () => {
  test("[PROJ-17] [PROJ-18] [PROJ-19] it shows the members by role with what is known of each", async () => {
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
    expect(dialog.getByRole("heading", { name: "Crew Member (2)" })).toBeDefined();
    expect(dialog.getByRole("heading", { name: "Supervisor (1)" })).toBeDefined();
    const ana = within(dialog.getAllByRole("listitem")[1] as HTMLElement);
    for (const text of ["AS", "Ana Silva", "Crew Member"]) {
      expect(ana.getByText(text)).toBeDefined();
    }
    expect(ana.getByText(/Painter/)).toBeDefined();
    expect(ana.getByText(/ana@example\.com/)).toBeDefined();
  });

  test("[PROJ-20] without members it says so", async () => {
    serve({});
    const { user } = await showProjects();
    await user.click(screen.getByRole("button", { name: "0 members" }));
    expect(screen.getByText("No team members assigned to this project")).toBeDefined();
  });
});

describe("address", () => {
  test("[PROJ-10] an open dialog is in the address, and Back closes it", async () => {
    serve({ id: "oak" });
    const { user, history } = await showProjects();
    await user.click(screen.getByRole("button", { name: "0 members" }));
    expect(history.location.search).toBe("?dialog=team&project=oak");

    history.back();

    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(history.location.href).toBe("/projects");
  });

  test("[PROJ-15] a dialog opened by link closes to the bare address", async () => {
    serve({});
    const { user, history } = await renderPage(backend, { at: "/projects?dialog=create" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(history.location.href).toBe("/projects"));
  });
});
