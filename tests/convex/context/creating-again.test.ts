import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { publicFunctions } from "../../support/public-functions.ts";
import { rowsOf, setupWorkspace } from "../../support/workspace.ts";

/** The functions that create records, found by their names; a photo is created by an action, which `photos-upload.test.ts` sends again. */
const creating = Object.entries(await publicFunctions())
  .filter(([name, kind]) => kind === "mutation" && /:(create|assign)/.test(name))
  .map(([name]) => name);

const names = { firstName: "Ann", lastName: "Lee" };
const start = { startTime: "2026-03-02T07:00:00Z", date: "2026-03-02" };

async function setup() {
  const { t, admin, newProject, templateIds } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101"]);
  const unitId = unitIds[0];
  const member = { ...names, email: "ann@homes.test", role: "crew_member" };
  const create = makeFunctionReference<"mutation">("teamMembers:create");
  const { id: teamMemberId } = (await admin.mutation(create, member)) as { id: string };
  const argsByFunction: Record<string, Record<string, unknown>> = {
    "contractors:create": { projectId, companyName: "Best Floors" },
    "projectTeams:assign": { projectId, teamMemberId },
    "projects:create": { name: "Elm Court", units: ["1", "2"] },
    "taskTemplates:create": { name: "Deep clean" },
    "tasks:assignToAllUnits": { projectId, templateIds },
    "tasks:assignToUnit": { unitId, templateIds },
    "teamMembers:create": { ...member, email: "bo@homes.test" },
    "timeEntries:create": { projectId, ...start },
    "unitNotes:create": { unitId, content: "The door sticks" },
    "units:create": { projectId, units: ["301"] },
    "users:create": { ...names, email: "cy@localhost" },
    "views:create": { name: "Late units", page: "/board", query: "risk=late" },
  };
  return { t, admin, argsByFunction };
}

test.each(creating)(
  "%s does once what is sent again with its key, and answers the same [GEN-02]",
  async (name) => {
    const { t, admin, argsByFunction } = await setup();
    const reference = makeFunctionReference<"mutation">(name);
    const sent = { ...argsByFunction[name], key: "k1" };
    const before = (await rowsOf(t, "events")).length;

    const answer: unknown = await admin.mutation(reference, sent);
    const events = await rowsOf(t, "events");
    const again: unknown = await admin.mutation(reference, sent);

    expect(again).toEqual(answer);
    expect(events.length).toBeGreaterThan(before);
    expect(await rowsOf(t, "events")).toEqual(events);
  },
);
