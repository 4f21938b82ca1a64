import { expect, test, vi } from "vitest";
import { StorageError } from "../../../src/database/sqlite/driver.ts";
import {
  answerCall,
  type CallContext,
  type PlainAsked,
} from "../../../src/functions/thread/thread-calls.ts";

const full = new StorageError("database or disk is full", "SQLITE_FULL");
const refuse = () => {
  throw full;
};
const waiting = { id: "a", job: {}, state: { state: "waiting_for_confirmation" } };
const job = { folder: "/nowhere", format: "zip", mode: "append", table: null } as const;
const file = { path: "/nowhere", size: 1, sha256Base64: "", contentType: null };

const asked: { of: string; call: PlainAsked; what: string }[] = [
  {
    of: "the plan of an import",
    call: { name: "plan-import", question: { id: "a", job } },
    what: "changes",
  },
  {
    of: "the beginning of an import",
    call: { name: "begin-import", question: { id: "a" } },
    what: "changes",
  },
  {
    of: "a file",
    call: { name: "adopt-file", question: { token: "t", id: "f", file } },
    what: "file",
  },
];

test.each(asked)(
  "when the disk does not take $of, the answer says that nothing was stored [O11]",
  async ({ call, what }) => {
    const post = vi.fn();
    const meta = { get: () => JSON.stringify([waiting]), set: refuse };
    const context = {
      engine: { database: { meta }, files: { isUploadToken: () => true, adopt: refuse } },
      pulse: { enter: () => () => undefined },
      rounds: { clients: { askSystemAgain: () => undefined } },
      room: () => Infinity,
      post,
    } as unknown as CallContext;

    await answerCall(context, 7, call);

    expect(post).toHaveBeenLastCalledWith({
      ...{ type: "failed", call: 7, code: "NotStored" },
      message: expect.stringContaining(`The server could not store the ${what}: its disk is full`),
    });
  },
);
