import type { Page } from "@playwright/test";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../../convex/_generated/api.js";

/** A client of the real function API that acts as the person signed in on this page. */
export async function functionClient(page: Page): Promise<ConvexHttpClient> {
  const response = await page.request.get("/api/auth/token");
  if (!response.ok()) throw new Error(`No token: ${response.status()} ${await response.text()}`);
  const { token } = (await response.json()) as { token: string };
  const client = new ConvexHttpClient(new URL(page.url()).origin, { logger: false });
  client.setAuth(token);
  return client;
}

/** Creates a project with these units as the person of this page, without clicking through it. */
export async function createProject(page: Page, project: { name: string; units: string[] }) {
  const client = await functionClient(page);
  return await client.mutation(api.projects.create, project);
}

/** Assigns the first templates of the master list to every unit of a project. */
export async function assignTasks(page: Page, projectId: string, count: number) {
  const client = await functionClient(page);
  const templates = await client.query(api.taskTemplates.list, {});
  const templateIds = templates.slice(0, count).map((template) => template.id);
  return await client.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
}
