import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { ProjectBar } from "../../../src/features/shell/project/project-bar.tsx";
import { ProjectFrame } from "../../../src/features/shell/project/project-frame.tsx";
import { SectionEntry } from "../../../src/features/shell/project/section-entry.tsx";
import {
  clearSelection,
  forgetSelection,
} from "../../../src/features/shell/project/selection-store.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf } from "../support/records.ts";
import { renderAt } from "../support/render-at.tsx";

const descriptions: Record<string, string> = { p2: "East wing" };
let backend: FakeConvex;

beforeEach(() => {
  forgetSelection();
  backend = new FakeConvex();
  serve("p1", "p2");
});
afterEach(cleanup);

function serve(...ids: string[]) {
  backend.answer(
    api.projects.list,
    {},
    ids.map((id) =>
      projectOf({ id, name: `Project ${id}`, description: descriptions[id] ?? null }),
    ),
  );
}

const entry = (
  <SectionEntry
    section="team"
    heading="Project Team"
    emptyTitle="Select a project"
    emptyDescription="Its team."
  />
);

test("the bar names the current project and offers all of them, with what describes them [SHELL-23] [SHELL-24]", async () => {
  const at = "/projects/p2/team";
  const { user } = await renderAt(backend, <ProjectBar section="team" />, { at });
  const select = screen.getByRole("combobox", { name: "Current Project:" });
  expect(select.textContent).toBe("Project p2");
  await user.click(select);
  const options = screen.getAllByRole("option").map((option) => option.textContent);
  expect(options).toEqual(["Project p1", "Project p2East wing"]);
});

test("without projects the bar says how to begin [SHELL-25]", async () => {
  serve();
  await renderAt(backend, <ProjectBar section="units" />);
  expect(
    screen.getByText("No projects available. Create your first project to get started."),
  ).toBeVisible();
});

test.each(["units", "team", "time-tracking", "analytics"] as const)(
  "choosing a project leads to its %s and is remembered [SHELL-26] [SHELL-27]",
  async (section) => {
    const at = `/projects/p1/${section}`;
    const { user, history } = await renderAt(backend, <ProjectBar section={section} />, { at });
    await user.click(screen.getByRole("combobox"));
    await user.click(screen.getByRole("option", { name: /^Project p2/ }));
    expect(history.location.pathname).toBe(`/projects/p2/${section}`);
    expect(localStorage.getItem("selectedProjectId")).toBe("p2");
  },
);

test("without a project in the address the selected one's page opens [SHELL-04]", async () => {
  localStorage.setItem("selectedProjectId", "p2");
  const { history } = await renderAt(backend, entry, { at: "/team" });
  expect(history.location.pathname).toBe("/projects/p2/team");
});

test("without a selected project the page asks for one [SHELL-04]", async () => {
  clearSelection();
  const { history } = await renderAt(backend, entry, { at: "/team" });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Project Team");
  expect(screen.getAllByText("Select a project")).not.toHaveLength(0);
  expect(history.location.pathname).toBe("/team");
});

test("an unknown project is told as such, under the bar [SHELL-11]", async () => {
  const page = (
    <ProjectFrame projectId="gone" section="team">
      <h1>Project Team</h1>
    </ProjectFrame>
  );
  await renderAt(backend, page, { at: "/projects/gone/team" });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Project not found");
  expect(screen.getByRole("combobox", { name: "Current Project:" })).toBeVisible();
});

test.each([
  { bar: "with projects above", ids: ["p1"], isAlone: false, isOffered: true },
  { bar: "without any project", ids: [], isAlone: false, isOffered: false },
  { bar: "without a bar", ids: ["p1"], isAlone: true, isOffered: false },
])(
  "an unknown project asks for another one above where there is one: $bar [SHELL-11]",
  async ({ ids, isAlone, isOffered }) => {
    serve(...ids);
    const page = (
      <ProjectFrame projectId="gone" section="board" isAlone={isAlone}>
        <h1>Turn Board</h1>
      </ProjectFrame>
    );
    await renderAt(backend, page, { at: "/projects/gone/team" });
    expect(screen.getByText(/^This project does not exist or was deleted\./)).toBeVisible();
    expect(screen.queryByText(/Choose another one above\.$/) !== null).toBe(isOffered);
  },
);
