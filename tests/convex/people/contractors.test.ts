import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import {
  emptyTrash,
  everything,
  refusal,
  rowsOf,
  setupWorkspace,
} from "../../support/workspace.ts";

async function setupContractors() {
  const workspace = await setupWorkspace();
  const { manager, newProject } = workspace;
  const { projectId } = await newProject();
  const add = async (companyName: string, fields = {}) =>
    await manager.mutation(api.contractors.create, { projectId, companyName, ...fields });
  const names = async () =>
    (await manager.query(api.contractors.list, { projectId })).map((one) => one.companyName);
  return { ...workspace, projectId, add, names };
}

const atTheCap = {
  companyName: "c".repeat(255),
  contactName: "n".repeat(255),
  specialty: "s".repeat(255),
  phone: "1".repeat(20),
  email: "e".repeat(255),
};

test("a contractor is added with what is given, and active [DATA-25, DATA-26, OP-21]", async () => {
  const { manager, projectId, add } = await setupContractors();

  const contractor = await add("  Tiles & Co ", { phone: " 0123 ", email: "" });

  expect(contractor).toEqual({
    ...{ id: expect.any(String) as string, projectId, companyName: "Tiles & Co", phone: "0123" },
    ...{ contactName: null, specialty: null, email: null, isActive: true },
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  });
  expect(await manager.query(api.contractors.list, { projectId })).toEqual([contractor]);
});

test("the contractors of a project come by company name, those of others do not [API-33]", async () => {
  const { manager, newProject, add, names } = await setupContractors();
  const { projectId: other } = await newProject(["1"], "Oak Court");
  await manager.mutation(api.contractors.create, { projectId: other, companyName: "Other" });
  await add("Tiles");
  await add("Floors");

  expect(await names()).toEqual(["Floors", "Tiles"]);
});

test("a resent key adds one contractor [OP-21]", async () => {
  const { add, names } = await setupContractors();

  expect(await add("Tiles", { key: "k" })).toEqual(await add("Tiles", { key: "k" }));
  expect(await names()).toEqual(["Tiles"]);
});

test("fields at their caps are accepted [DATA-26, VALID-17]", async () => {
  const { manager, add } = await setupContractors();
  const { id } = await add("Tiles");

  expect(await manager.mutation(api.contractors.update, { contractorId: id, ...atTheCap })).toEqual(
    expect.objectContaining(atTheCap),
  );
});

test.each([
  [{ companyName: " " }, "Company name is required"],
  ...[
    ["companyName", "Company name must be at most 255 characters"] as const,
    ["contactName", "Contact name must be at most 255 characters"] as const,
    ["specialty", "Specialty must be at most 255 characters"] as const,
    ["phone", "Phone must be at most 20 characters"] as const,
    ["email", "Email must be at most 255 characters"] as const,
  ].map(([field, message]) => [{ [field]: `${atTheCap[field]}1` }, message] as const),
] as const)(
  "a contractor with %j is refused [DATA-25, DATA-26, VALID-17]",
  async (fields, message) => {
    const { t, manager, add } = await setupContractors();
    const { id } = await add("Tiles");
    const before = await everything(t);

    await expect(add("New", fields)).rejects.toMatchObject(refusal("invalid", message));
    const update = manager.mutation(api.contractors.update, { contractorId: id, ...fields });
    await expect(update).rejects.toMatchObject(refusal("invalid", message));
    expect(await everything(t)).toBe(before);
  },
);

test("only the sent fields of a contractor change, and history keeps them [OP-21]", async () => {
  const { t, manager, projectId, add } = await setupContractors();
  const contractor = await add("Tiles", { specialty: "Tiles", phone: "1" });
  const contractorId = contractor.id;

  const updated = await manager.mutation(api.contractors.update, {
    ...{ contractorId, phone: null, isActive: false },
  });
  await manager.mutation(api.contractors.update, { contractorId, isActive: false });
  await manager.mutation(api.contractors.remove, { contractorId });

  expect(updated).toEqual({ ...contractor, phone: null, isActive: false });
  const subject = { projectId, contractorId, label: "Tiles", userId: manager.userId };
  const changes = [
    { field: "phone", from: "1", to: null },
    { field: "isActive", from: true, to: false },
  ];
  expect((await rowsOf(t, "events")).slice(-3)).toMatchObject([
    { kind: "contractor.added", ...subject },
    { kind: "contractor.updated", ...subject, changes },
    { kind: "contractor.removed", ...subject },
  ]);
});

test("a removed, unknown or orphaned contractor is not found [VALID-21]", async () => {
  const { t, manager, projectId, add, names } = await setupContractors();
  const { id: removed } = await add("Tiles");
  const { id: orphaned } = await add("Floors");
  await manager.mutation(api.contractors.remove, { contractorId: removed });
  expect(await names()).toEqual(["Floors"]);
  await t.run(async (ctx) => {
    const id = ctx.db.normalizeId("projects", projectId);
    if (id !== null) await ctx.db.delete("projects", id);
  });
  const before = await everything(t);

  const notFound = refusal("not_found", "Contractor not found");
  for (const contractorId of [removed, orphaned, projectId, "none"]) {
    const remove = manager.mutation(api.contractors.remove, { contractorId });
    await expect(remove).rejects.toMatchObject(notFound);
    const update = manager.mutation(api.contractors.update, { contractorId, phone: "1" });
    await expect(update).rejects.toMatchObject(notFound);
  }
  const create = manager.mutation(api.contractors.create, { projectId, companyName: "New" });
  await expect(create).rejects.toMatchObject(refusal("not_found", "Project not found"));
  expect(await everything(t)).toBe(before);
});

test("the contractors of a deleted project go with it [DATA-25]", async () => {
  const { t, manager, projectId, add } = await setupContractors();
  await add("Tiles");

  await manager.mutation(api.projects.remove, { projectId });
  await emptyTrash(t, manager);

  expect(await rowsOf(t, "contractors")).toEqual([]);
});
