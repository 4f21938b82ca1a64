import { CatchBoundary } from "@tanstack/react-router";
import { act, cleanup, screen } from "@testing-library/react";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { ErrorScreen } from "../../../src/app/error-screen.tsx";
import { PartBoundary } from "../../../src/components/part-boundary.tsx";
import { useProjects } from "../../../src/features/shell/project/use-projects.ts";
import { Shell } from "../../../src/features/shell/shell.tsx";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf } from "../support/records.ts";
import { renderAt } from "../support/render-at.tsx";

let backend: FakeConvex;

// React logs errors that a boundary has caught.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, new Error("Server Error"));
});
afterEach(cleanup);

const oak = [projectOf({ id: "p1", name: "Oak Court" })];

/** The names of the projects. The frame around them reads the projects too, and stays without them. */
function Names() {
  return useProjects().projects?.map(({ name }) => <p key={name}>{name} is here</p>);
}

const page = (
  <CatchBoundary getResetKey={() => "page"} errorComponent={ErrorScreen}>
    <Names />
  </CatchBoundary>
);
const part = (
  <PartBoundary>
    <Names />
  </PartBoundary>
);

const show = async (content: ReactNode) => await renderAt(backend, <Shell>{content}</Shell>);
const names = async () => await screen.findByText("Oak Court is here");

test.each([
  ["page", page],
  ["part", part],
])(
  "the button of a failed %s reads again what the frame shows too [GEN-07]",
  async (_, content) => {
    const { user } = await show(content);
    backend.answerAnew(api.projects.list, {}, oak);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await names()).toBeVisible();
  },
);

test.each([
  ["page", page],
  ["part", part],
])("a failed %s is there again together with the menu [GEN-07]", async (_, content) => {
  await show(content);
  expect(screen.getByText(/could not be shown/)).toBeVisible();
  act(() => backend.answer(api.projects.list, {}, oak));
  expect(await names()).toBeVisible();
});

/** Opens a part whose read has its answer once the part is drawn, before its effects run. */
function Opening({ content }: { content: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (isOpen) backend.answer(api.projects.list, {}, oak);
  }, [isOpen]);
  return isOpen ? content : <button onClick={() => setOpen(true)}>Open</button>;
}

test.each([
  ["page", page],
  ["part", part],
])(
  "a failed %s is there again when the answer arrives as it is drawn [GEN-07]",
  async (_, content) => {
    const { user } = await show(<Opening content={content} />);
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(await names()).toBeVisible();
  },
);
