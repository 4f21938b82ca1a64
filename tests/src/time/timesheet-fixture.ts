import { screen, within } from "@testing-library/react";
import { api } from "../../../convex/_generated/api.js";
import { weekRange } from "../../../src/features/time/week/week.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { entryOf, memberOf, projectOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

export const projectId = "project";
export const monday = "2026-03-02";
const ana = memberOf({ id: "ana", firstName: "Ana", lastName: "Silva" });
const ben = memberOf({ id: "ben", firstName: "Ben", lastName: "Ito", trade: null });

/** An entry of Ana's on that Monday. */
export const of = (fields: object) => entryOf({ teamMemberId: "ana", ...fields });

/** The timesheet of a project whose team is Ana and Ben, over a fake backend. */
export function setupTimesheet() {
  const backend = new FakeConvex();
  backend.answer(api.units.names, { projectId }, [
    { id: "u1", name: "101" },
    { id: "u2", name: "102" },
  ]);
  const answer = (entries: object[], { team = [ben, ana], people = {} } = {}) => {
    backend.answer(api.projects.list, {}, [projectOf({ teamMembers: team })]);
    const range = { projectId, ...weekRange(monday) };
    backend.answer(api.timeEntries.list, range, entries);
    backend.answer(api.timeEntries.people, range, { members: [], users: [], ...people });
  };
  answer([]);
  const show = async (search = `?week=${monday}`, role = "project_supervisor") => {
    const at = `/projects/project/time-tracking${search}`;
    return await renderPage(backend, { at, role });
  };
  return { backend, answer, show };
}

/** The cell of a row and a day, both counted from 0. */
export function cell(row: number, column: number): HTMLElement {
  const found = document.querySelector(`[data-place="${row}:${column}"]`);
  if (!(found instanceof HTMLElement)) throw new Error(`No cell ${row}:${column}`);
  return found;
}

export const dialog = () => within(screen.getByRole("dialog"));
