import { expect, type Page } from "@playwright/test";
import { createProject, createTeam } from "./function-client.ts";

/** A week of the timesheets, by its Monday. */
export const week = "2025-07-14";

/** The address of the timesheet of a new project with units and a team. */
export async function createTimesheet(page: Page, name: string, team = ["Adams", "Baker"]) {
  const { id } = await createProject(page, { name, units: ["101", "102"] });
  await createTeam(page, id, team);
  return `/projects/${id}/time-tracking`;
}

/** Opens a timesheet and waits for its crew. */
export async function openTimesheet(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Weekly Timesheet" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Crew/ }).first()).toBeVisible();
}

/** The cell of a person and a day, Monday being 1. */
export function cellOf(page: Page, person: string, day: number) {
  return page
    .getByRole("row", { name: new RegExp(person) })
    .getByRole("gridcell")
    .nth(day - 1);
}

/** The figures below the timesheet. */
export const figures = (page: Page) =>
  page.getByRole("region", { name: "Weekly Summary" }).getByRole("definition");
