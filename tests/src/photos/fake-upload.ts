import { vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { FakeConvex } from "../../support/fake-convex.tsx";
import { answerMark } from "../../../convex/rules/answerMark.ts";
import { ofServer } from "../support/of-server.ts";
import { photoOf } from "../support/records.ts";

type Photo = ReturnType<typeof photoOf>;

/**
 * A response of the server or of what stands before it, or none, or one that is lost after the photo was stored, or a
 * broken connection.
 */
type Answer = { status: number; body?: string; isOfOther?: boolean } | "never" | "lost" | "cut";

/** A fake XMLHttpRequest. Its server stores each key once and responds in the next turn as the test has configured. */
export class FakeUpload {
  /** The forms sent, in order. */
  static sent: FormData[] = [];
  /** The answers to the next uploads; 201 by default. */
  static answers: Answer[] = [];
  /** Gives the response to each further upload of a file. */
  static answerTo: (name: string) => Answer = () => ({ status: 201 });
  /** The photos on the server, by key, in the order of their arrival. */
  static stored = new Map<string, Photo>();
  static mostAtOnce = 0;
  /** Called with each photo that is stored. */
  static onStored: (photo: Photo) => void = () => undefined;
  /** The requests that are open, in order. */
  static open: FakeUpload[] = [];

  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
    onprogress: null,
  };
  onload: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onerror: (() => void) | null = null;
  status = 0;
  statusText = "";
  responseText = "";
  #isOfServer = true;
  form = new FormData();

  open(): void {}

  send(form: FormData): void {
    this.form = form;
    FakeUpload.sent.push(form);
    FakeUpload.open.push(this);
    FakeUpload.mostAtOnce = Math.max(FakeUpload.mostAtOnce, FakeUpload.open.length);
    const answer = FakeUpload.answers.shift() ?? FakeUpload.answerTo(nameIn(form));
    if (answer !== "never") setImmediate(() => this.answer(answer));
  }

  getResponseHeader(name: string): string | null {
    return name === answerMark && this.#isOfServer ? "1" : null;
  }

  /** Completes the request. */
  answer(answer: Exclude<Answer, "never">): void {
    if (!this.#close()) return;
    if (answer === "cut") return this.onerror?.();
    if (answer === "lost") {
      this.#store();
      return this.onerror?.();
    }
    this.status = answer.status;
    this.#isOfServer = answer.isOfOther !== true;
    this.responseText =
      answer.status === 201 && this.#isOfServer
        ? JSON.stringify(this.#store())
        : (answer.body ?? "");
    this.onload?.();
  }

  abort(): void {
    if (this.#close()) this.onabort?.();
  }

  #close(): boolean {
    if (!FakeUpload.open.includes(this)) return false;
    FakeUpload.open = FakeUpload.open.filter((other) => other !== this);
    return true;
  }

  #store(): Photo {
    const text = (field: string) => (this.form.get(field) as string | null) ?? null;
    const key = text("key") ?? "";
    const known = FakeUpload.stored.get(key);
    if (known) return known;
    const id = `photo ${String(FakeUpload.stored.size + 1)}`;
    const createdAt = text("madeAt") ?? new Date().toISOString();
    const photo = photoOf({
      ...{ id, createdAt, caption: text("caption"), takenAt: text("takenAt") },
      unitId: text("unitId") ?? "",
      type: text("type"),
      originalName: nameIn(this.form),
      photoDate: new Date(text("photoDate") ?? createdAt).toISOString(),
    });
    FakeUpload.stored.set(key, photo);
    FakeUpload.onStored(photo);
    return photo;
  }
}

function nameIn(form: FormData): string {
  return (form.get("photo") as File).name;
}

/** Replaces uploads with fake ones; the units already have the files with these hashes. */
export function stubUploads(known: readonly string[] = []): void {
  FakeUpload.sent = [];
  FakeUpload.answers = [];
  FakeUpload.answerTo = () => ({ status: 201 });
  FakeUpload.open = [];
  FakeUpload.stored = new Map();
  FakeUpload.mostAtOnce = 0;
  FakeUpload.onStored = () => undefined;
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  vi.stubGlobal("fetch", (path: string) => {
    const sha256 = new URLSearchParams(path.split("?")[1]).get("sha256") ?? "";
    return Promise.resolve(ofServer(Response.json(known.includes(sha256) ? [{ sha256 }] : [])));
  });
}

/** Adds each stored photo to the live list of unit "unit", above the existing ones. */
export function followUploads(backend: FakeConvex, first: readonly Photo[] = []): void {
  let photos = first;
  FakeUpload.onStored = (photo) => {
    photos = [photo, ...photos];
    backend.answer(api.photos.list, { unitId: "unit" }, photos);
  };
}

/** Retries at once the uploads that wait after a failure. */
export function wakeOutbox(): void {
  window.dispatchEvent(new Event("online"));
}
