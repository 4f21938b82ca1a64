import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import {
  ProjectLookers,
  UnitLookers,
  UnitMark,
} from "../../../src/components/presence/presence-parts.tsx";
import { ProjectBar } from "../../../src/features/shell/project/project-bar.tsx";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf } from "../support/records.ts";
import { renderAt } from "../support/render-at.tsx";

const projectId = "project";
const at = `/projects/${projectId}/units`;
const sam = { userId: "sam", name: "Sam Rivera", unitIds: ["unit"] };
const kim = { userId: "kim", name: "Kim Lee", unitIds: [] };
const me = { userId: "user", name: "Mia Wolf", unitIds: ["unit"] };

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.handle(api.presence.look, () => null);
  serve();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function serve(...lookers: (typeof me)[]) {
  backend.answer(api.presence.list, { projectId }, lookers);
}

const alsoHere = (names: string) => screen.findByRole("button", { name: `Also here: ${names}` });

test("the others in a project are in its head by their initials, and I am not [SEEN-01]", async () => {
  serve(me);
  const { user } = await renderAt(backend, <ProjectBar section="units" />, { at });
  await waitFor(() => expect(backend.calls(api.presence.look)).toMatchObject([{ projectId }]));
  expect(screen.queryByRole("button", { name: /Also here/ })).toBeNull();

  act(() => serve(me, kim, sam));
  const faces = await alsoHere("Kim Lee, Sam Rivera");
  expect(within(faces).getByText("KL")).toBeVisible();
  expect(within(faces).getByText("SR")).toBeVisible();

  act(() => faces.focus());
  expect((await screen.findAllByText("Kim Lee, Sam Rivera"))[0]).toBeVisible();
  await user.tab();
});

test("more than four are a number, with all their names [SEEN-01]", async () => {
  serve(...["Al", "Bo", "Cy", "Di", "Ed"].map((name) => ({ ...kim, userId: name, name })));
  await renderAt(backend, <ProjectBar section="units" />, { at });

  const faces = await alsoHere("Al, Bo, Cy, Di, Ed");
  expect(within(faces).getByText("+2")).toBeVisible();
  expect(within(faces).queryByText("D")).toBeNull();
});

test("who reloads the page does not flicker, who has gone is gone after a moment [SEEN-01]", async () => {
  serve(kim, sam);
  await renderAt(backend, <ProjectBar section="units" />, { at });
  await alsoHere("Kim Lee, Sam Rivera");
  vi.useFakeTimers();

  act(() => serve(sam));
  act(() => void vi.advanceTimersByTime(2000));
  act(() => serve(sam, kim));
  act(() => void vi.advanceTimersByTime(10_000));
  expect(screen.getByRole("button", { name: "Also here: Kim Lee, Sam Rivera" })).toBeVisible();

  act(() => serve(sam));
  act(() => void vi.advanceTimersByTime(5000));
  expect(screen.getByRole("button", { name: "Also here: Sam Rivera" })).toBeVisible();
});

test("a unit has a mark of who is in it, and its dialog the names [SEEN-01]", async () => {
  serve(me, kim, sam);
  const unit = (
    <>
      <ProjectLookers projectId={projectId} />
      <UnitMark unitId="unit" />
      <UnitMark unitId="other" />
      <section aria-label="Open unit">
        <UnitLookers projectId={projectId} unitId="unit" />
      </section>
    </>
  );
  await renderAt(backend, unit, { at });

  expect(await screen.findByText("Here now: Sam Rivera")).toBeVisible();
  const open = within(screen.getByRole("region", { name: "Open unit" }));
  expect(await open.findByRole("button", { name: "Also here: Sam Rivera" })).toBeVisible();
  await waitFor(() =>
    expect(backend.calls(api.presence.look)).toMatchObject([{ projectId, unitId: "unit" }]),
  );
});
