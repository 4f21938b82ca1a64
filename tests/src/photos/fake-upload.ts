import { vi } from "vitest";

type Answer = { status: number; body?: string } | "never";

/** An XMLHttpRequest that notes the form and answers in the next turn, as the test has said. */
export class FakeUpload {
  /** The forms sent, in order. */
  static sent: FormData[] = [];
  /** The answers to the next uploads; 201 by default. */
  static answers: Answer[] = [];
  static mostAtOnce = 0;
  static #open = 0;

  readonly upload = { onprogress: null };
  onload: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  statusText = "";
  responseText = "";

  open(): void {}

  send(form: FormData): void {
    FakeUpload.sent.push(form);
    const answer = FakeUpload.answers.shift() ?? { status: 201 };
    if (answer === "never") return;
    FakeUpload.#open++;
    FakeUpload.mostAtOnce = Math.max(FakeUpload.mostAtOnce, FakeUpload.#open);
    queueMicrotask(() => {
      FakeUpload.#open--;
      this.status = answer.status;
      this.responseText = answer.body ?? "";
      this.onload?.();
    });
  }

  abort(): void {
    this.onabort?.();
  }
}

/** Lets photos go to fake uploads from now on, of units that have the files of these hashes already. */
export function stubUploads(known: readonly string[] = []): void {
  FakeUpload.sent = [];
  FakeUpload.answers = [];
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  vi.stubGlobal("fetch", (path: string) => {
    const sha256 = new URLSearchParams(path.split("?")[1]).get("sha256") ?? "";
    return Promise.resolve(Response.json(known.includes(sha256) ? [{ sha256 }] : []));
  });
}
