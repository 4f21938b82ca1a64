import type { FunctionThread } from "../keeper/function-thread.ts";
import type { CallCommand } from "../../wire/messages.ts";
import { HttpError } from "./respond.ts";

/** Returns the answer of the function thread; throws when it has none. */
export function askThread(thread: FunctionThread, command: CallCommand): Promise<string> {
  return new Promise((resolve, reject) => {
    thread.call(command, (answer) => {
      if (answer.type !== "answer") return;
      if (answer.outcome.ok) resolve(answer.outcome.value);
      else reject(new HttpError(503, "InternalServerError", answer.outcome.message));
    });
  });
}
