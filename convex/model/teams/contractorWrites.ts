import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError, must } from "../../lib/errors.ts";
import type { CreateContractorInput, UpdateContractorInput } from "../../rules/inputs/projects.ts";
import type { WriterCtx } from "../context/context.ts";
import { changesOf, patchOf, recordEvent } from "../history/events.ts";
import { maxContractors, listContractors } from "./contractors.ts";

type Contractor = Doc<"contractors">;

/** Adds a contractor to a project. */
export async function addContractor(
  ctx: WriterCtx,
  projectId: Id<"projects">,
  { companyName, isActive = true, ...texts }: CreateContractorInput,
): Promise<Contractor> {
  if ((await listContractors(ctx, projectId)).length >= maxContractors) {
    throw new AppError("invalid", `A project has at most ${maxContractors} contractors`);
  }
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));
  const createdAt = Date.now();
  const id = await ctx.db.insert("contractors", {
    ...given,
    ...{ projectId, companyName, isActive, createdAt },
  });
  await recordEvent(ctx, {
    kind: "contractor.added",
    ...{ projectId, contractorId: id, label: companyName },
    changes: changesOf({}, { ...given, companyName, isActive }),
  });
  return must(await ctx.db.get("contractors", id), "a contractor just added exists");
}

/** Updates the sent fields of a contractor. */
export async function updateContractor(
  ctx: WriterCtx,
  contractor: Contractor,
  input: UpdateContractorInput,
): Promise<Contractor> {
  const changes = changesOf(contractor, input);
  if (changes.length === 0) return contractor;
  await ctx.db.patch("contractors", contractor._id, patchOf(changes));
  await recordEvent(ctx, { kind: "contractor.updated", ...subjectOf(contractor), changes });
  return must(await ctx.db.get("contractors", contractor._id), "a contractor updated exists");
}

/** Deletes a contractor from its project. */
export async function deleteContractor(ctx: WriterCtx, contractor: Contractor): Promise<void> {
  await ctx.db.delete("contractors", contractor._id);
  const { _id, _creationTime, projectId, createdAt, ...fields } = contractor;
  const emptied = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
  const changes = changesOf(contractor, emptied);
  await recordEvent(ctx, { kind: "contractor.removed", ...subjectOf(contractor), changes });
}

function subjectOf({ _id, projectId, companyName }: Contractor) {
  return { projectId, contractorId: _id, label: companyName };
}
