import { outbox } from "./outbox/outbox.ts";

/** Signs out: a navigation of the whole page, by which the server ends the session. First the device forgets what it keeps. */
export async function signOut(): Promise<void> {
  await outbox.forget().catch(() => undefined);
  window.location.assign("/api/logout");
}
