import { api } from "../../convex/_generated/api.js";
import type { Id } from "../../convex/_generated/dataModel.js";
import type { signIn } from "./workspace.ts";

type Person = Pick<Awaited<ReturnType<typeof signIn>>, "mutation" | "fetch">;

/** The path of an upload address for this person's session. */
export async function newUploadPath(person: Person): Promise<string> {
  return new URL(await person.mutation(api.photos.uploadAddress, {})).pathname;
}

/** Sends bytes to an upload URL, and returns the status and the JSON of the response. */
export async function sendUpload(
  person: Pick<Person, "fetch">,
  path: string,
  { bytes, type = "image/jpeg" }: { bytes: Uint8Array<ArrayBuffer>; type?: string },
) {
  const headers = { "Content-Type": type };
  const response = await person.fetch(path, { method: "POST", headers, body: new Blob([bytes]) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Uploads bytes and returns the id; fails if they are refused. */
export async function uploadBytes(
  person: Person,
  bytes: Uint8Array<ArrayBuffer>,
  type?: string,
): Promise<Id<"_storage">> {
  const file = { bytes, ...(type === undefined ? {} : { type }) };
  const { status, body } = await sendUpload(person, await newUploadPath(person), file);
  if (status !== 200) throw new Error(`The upload was answered with ${status}.`);
  return body["storageId"] as Id<"_storage">;
}
