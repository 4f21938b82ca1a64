import { createStore } from "../../../../lib/store.ts";

/** The reason why the camera shows no picture. */
export type CameraProblem =
  | "insecure"
  | "unsupported"
  | "denied"
  | "none"
  | "busy"
  | "paused"
  | "ended"
  | "broken";

/** The state of the camera. It rests while the page is hidden. */
export type CameraState =
  | { name: "resting" | "starting" }
  | { name: "live"; stream: MediaStream; torch: "none" | "off" | "on" }
  | { name: "failed"; problem: CameraProblem };

/** The browser features that a camera needs; `devices` is undefined without https. */
export interface CameraBrowser {
  devices: Pick<MediaDevices, "getUserMedia"> | undefined;
  isSecure: boolean;
}

// 4:3 is the whole sensor of a phone; 2,560 px is the longest side of a kept photo.
const wanted = {
  facingMode: { ideal: "environment" },
  width: { ideal: 2560 },
  height: { ideal: 1920 },
};

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "none",
  NotReadableError: "busy",
  AbortError: "busy",
};

/**
 * The camera of this device while a page shows it. It owns the stream and its light, and does not know how they are
 * shown. A later start or stop discards the result of an earlier start.
 */
export class CameraSession {
  readonly #browser: CameraBrowser;
  readonly #store = createStore<CameraState>({ name: "resting" });
  #run = 0;
  /** The open stream, which a paused camera keeps. */
  #stream: MediaStream | null = null;

  constructor(browser: CameraBrowser) {
    this.#browser = browser;
  }

  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;

  /** Requests the rear camera, or any other one if there is none. */
  async start(): Promise<void> {
    this.#release();
    const run = ++this.#run;
    const { devices, isSecure } = this.#browser;
    if (devices === undefined) {
      this.#fail(isSecure ? "unsupported" : "insecure");
      return;
    }
    this.#store.set({ name: "starting" });
    try {
      const stream = await openStream(devices);
      if (run === this.#run) this.#show(stream, run);
      else endStream(stream);
    } catch (error) {
      if (run === this.#run) this.#fail(problemOf(error));
    }
  }

  /** Ends the stream, so that the camera's indicator goes out. */
  stop(): void {
    this.#run++;
    this.#release();
    this.#store.set({ name: "resting" });
  }

  /** Turns the camera's light on or off, if it has one. */
  async setTorch(isOn: boolean): Promise<void> {
    const state = this.snapshot();
    if (state.name !== "live" || state.torch === "none") return;
    try {
      // The TypeScript types do not have `torch` yet.
      await trackOf(state.stream)?.applyConstraints({
        advanced: [{ torch: isOn } as MediaTrackConstraintSet],
      });
      if (this.snapshot() === state) this.#store.set({ ...state, torch: isOn ? "on" : "off" });
    } catch {
      // Another program uses the light, or the camera is ending: the button shows that the light is off.
    }
  }

  #show(stream: MediaStream, run: number): void {
    this.#stream = stream;
    const follow = (event: string, act: () => void) =>
      trackOf(stream)?.addEventListener(event, () => {
        if (run === this.#run) act();
      });
    const live = { name: "live", stream, torch: hasTorch(stream) ? "off" : "none" } as const;
    const paused = { name: "failed", problem: "paused" } as const;
    follow("ended", () => this.#fail("ended"));
    // A muted track shows black or its last picture, which a photo must not take for the present one.
    follow("mute", () => this.#store.set(paused));
    follow("unmute", () => this.#store.set(live));
    this.#store.set(trackOf(stream)?.muted === true ? paused : live);
  }

  #fail(problem: CameraProblem): void {
    this.#run++;
    this.#release();
    this.#store.set({ name: "failed", problem });
  }

  #release(): void {
    if (this.#stream !== null) endStream(this.#stream);
    this.#stream = null;
  }
}

async function openStream(devices: Pick<MediaDevices, "getUserMedia">): Promise<MediaStream> {
  try {
    return await devices.getUserMedia({ audio: false, video: wanted });
  } catch (error) {
    if (nameOf(error) !== "OverconstrainedError") throw error;
    return await devices.getUserMedia({ audio: false, video: true });
  }
}

function hasTorch(stream: MediaStream): boolean {
  const abilities = trackOf(stream)?.getCapabilities?.() as { torch?: boolean } | undefined;
  return abilities?.torch === true;
}

/** The video track of a stream. */
export function trackOf(stream: MediaStream): MediaStreamTrack | undefined {
  return stream.getVideoTracks()[0];
}

function endStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function problemOf(error: unknown): CameraProblem {
  return PROBLEMS[nameOf(error)] ?? "broken";
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "";
}
