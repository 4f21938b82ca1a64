import type { Viewer } from "../../hooks/use-viewer.ts";
import { apiGet } from "../../lib/api-client.ts";

/** The answer to "who is signed in?" with which a page begins. */
export type FirstAnswer =
  | {
      kind: "viewer";
      viewer: Viewer;
    }
  | { kind: "nobody" }
  | { kind: "failed"; error: unknown };

/** Asks once; a missing session is an answer, not an error. */
export async function fetchViewer(): Promise<FirstAnswer> {
  try {
    const body = await apiGet(["/api/auth/user"], { on401: "null" });
    // Both doors serve the same function, so the shape is the one of the live query.
    return body === null ? { kind: "nobody" } : { kind: "viewer", viewer: body as Viewer };
  } catch (error) {
    return { kind: "failed", error };
  }
}
