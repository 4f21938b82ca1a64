import type { CheckedToken } from "../auth/verify-token.ts";
import type { Caller } from "./client-ports.ts";

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
  isAdminKey: (key: string) => Promise<boolean>;
}): CallerCheck {
  return {
    async user(token) {
      const checked = await options.verify(token);
      if (!checked.ok) return checked;
      const { identity, expiresAtMs } = checked;
      return { ok: true, caller: { identity, expiresAtMs, isAdmin: false } };
    },
    async admin(key, isLocal) {
      if (isLocal && (await options.isAdminKey(key)))
        return { ok: true, caller: { identity: null, expiresAtMs: null, isAdmin: true } };
      return { ok: false, error: "The admin key is not valid here." };
    },
  };
}
