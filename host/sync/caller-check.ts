import { timingSafeEqual } from "node:crypto";
import type { CheckedToken } from "../auth/verify-token.ts";
import { hashAdminKey } from "../worker/secrets.ts";
import type { Caller } from "./client-state.ts";

export type CallerResult = { ok: true; caller: Caller } | { ok: false; error: string };

/** Says who a token or key stands for. Never rejects. */
export interface CallerCheck {
  user(token: string): Promise<CallerResult>;
  /** Accepted from this machine only. */
  admin(key: string, isLocal: boolean): Promise<CallerResult>;
}

/** Puts together the check of user tokens and of the admin key. */
export function createCallerCheck(options: {
  verify: (token: string) => Promise<CheckedToken>;
  adminKeyHash: () => string | null;
}): CallerCheck {
  return {
    async user(token) {
      const checked = await options.verify(token);
      if (!checked.ok) return checked;
      const { identity, expiresAtMs } = checked;
      return { ok: true, caller: { identity, expiresAtMs, isAdmin: false } };
    },
    admin(key, isLocal) {
      const hash = options.adminKeyHash();
      const isGenuine =
        isLocal &&
        hash !== null &&
        timingSafeEqual(Buffer.from(hashAdminKey(key)), Buffer.from(hash));
      return Promise.resolve(
        isGenuine
          ? { ok: true, caller: { identity: null, expiresAtMs: null, isAdmin: true } }
          : { ok: false, error: "The admin key is not valid here." },
      );
    },
  };
}
