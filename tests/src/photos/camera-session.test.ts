import { expect, test, vi } from "vitest";
import { CameraSession } from "../../../src/features/photos/camera/shots/camera-session.ts";

/** A stream with one track, which can end on its own and may have a torch. */
class FakeTrack extends EventTarget {
  readonly applied: unknown[] = [];
  isStopped = false;
  muted = false;
  readonly #hasTorch: boolean;

  constructor(hasTorch = false) {
    super();
    this.#hasTorch = hasTorch;
  }

  readonly stop = () => void (this.isStopped = true);
  readonly getCapabilities = () => ({ torch: this.#hasTorch });
  applyConstraints = (constraints: unknown) => {
    this.applied.push(constraints);
    return Promise.resolve();
  };
}

const streamOf = (track: FakeTrack) =>
  ({ getTracks: () => [track], getVideoTracks: () => [track] }) as unknown as MediaStream;

function sessionWith(...answers: (FakeTrack | string)[]) {
  const getUserMedia = vi.fn((_wanted: MediaStreamConstraints) => {
    const answer = answers.shift();
    return answer instanceof FakeTrack
      ? Promise.resolve(streamOf(answer))
      : Promise.reject(new DOMException("no", answer));
  });
  return {
    session: new CameraSession({ devices: { getUserMedia }, isSecure: true }),
    getUserMedia,
  };
}

test("the rear camera is asked for in the size of a photo, and shown [CAM-02]", async () => {
  const track = new FakeTrack();
  const { session, getUserMedia } = sessionWith(track);
  const started = session.start();
  expect(session.snapshot().name).toBe("starting");
  await started;
  expect(session.snapshot()).toMatchObject({ name: "live", torch: "none" });
  expect(getUserMedia.mock.calls[0]?.[0]).toEqual({
    audio: false,
    video: {
      ...{ facingMode: { ideal: "environment" } },
      ...{ width: { ideal: 2560 }, height: { ideal: 1920 } },
    },
  });
  session.stop();
  expect(track.isStopped).toBe(true);
  expect(session.snapshot()).toEqual({ name: "resting" });
});

test.each([
  ["NotAllowedError", "denied"],
  ["NotFoundError", "none"],
  ["NotReadableError", "busy"],
  ["TypeError", "broken"],
])(
  "a camera that answers %s is told as %s, and can be tried again [CAM-02]",
  async (name, problem) => {
    const { session } = sessionWith(name, new FakeTrack());
    await session.start();
    expect(session.snapshot()).toEqual({ name: "failed", problem });
    await session.start();
    expect(session.snapshot().name).toBe("live");
  },
);

test("a browser without cameras, and an address without https, are told apart [CAM-02]", async () => {
  for (const [isSecure, problem] of [
    [true, "unsupported"],
    [false, "insecure"],
  ] as const) {
    const session = new CameraSession({ devices: undefined, isSecure });
    await session.start();
    expect(session.snapshot()).toEqual({ name: "failed", problem });
  }
});

test("a camera without the wanted size is taken as it is [CAM-02]", async () => {
  const { session, getUserMedia } = sessionWith("OverconstrainedError", new FakeTrack());
  await session.start();
  expect(session.snapshot().name).toBe("live");
  expect(getUserMedia.mock.calls[1]?.[0]).toEqual({ audio: false, video: true });
});

test("a stream that comes after the page was left is ended, and never shown [CAM-02]", async () => {
  const track = new FakeTrack();
  const { session } = sessionWith(track);
  const started = session.start();
  session.stop();
  await started;
  expect(track.isStopped).toBe(true);
  expect(session.snapshot()).toEqual({ name: "resting" });
});

test("a camera that ends by itself is said, but not one that was replaced [CAM-02]", async () => {
  const [first, second] = [new FakeTrack(), new FakeTrack()];
  const { session } = sessionWith(first, second);
  await session.start();
  await session.start();
  first.dispatchEvent(new Event("ended"));
  expect(session.snapshot().name).toBe("live");
  second.dispatchEvent(new Event("ended"));
  expect(session.snapshot()).toEqual({ name: "failed", problem: "ended" });
});

test("a camera that a call or a switch holds is told as paused, goes on by itself, and is ended with the page [CAM-02]", async () => {
  const [first, second] = [new FakeTrack(), new FakeTrack()];
  const { session } = sessionWith(first, second);
  await session.start();
  first.dispatchEvent(new Event("mute"));
  expect(session.snapshot()).toEqual({ name: "failed", problem: "paused" });
  expect(first.isStopped).toBe(false);
  first.dispatchEvent(new Event("unmute"));
  expect(session.snapshot().name).toBe("live");

  first.dispatchEvent(new Event("mute"));
  await session.start();
  expect(first.isStopped).toBe(true);
  first.dispatchEvent(new Event("unmute"));
  second.dispatchEvent(new Event("mute"));
  first.dispatchEvent(new Event("unmute"));
  expect(session.snapshot()).toEqual({ name: "failed", problem: "paused" });
  session.stop();
  expect(second.isStopped).toBe(true);
  second.dispatchEvent(new Event("unmute"));
  expect(session.snapshot()).toEqual({ name: "resting" });
});

test("a camera that a switch holds from the start is told as paused, until the switch lets it go [CAM-02]", async () => {
  const track = new FakeTrack();
  track.muted = true;
  const { session } = sessionWith(track);
  await session.start();
  expect(session.snapshot()).toEqual({ name: "failed", problem: "paused" });
  expect(track.isStopped).toBe(false);
  track.dispatchEvent(new Event("unmute"));
  expect(session.snapshot().name).toBe("live");
});

test("the light is offered where there is one, and switched [CAM-02]", async () => {
  const track = new FakeTrack(true);
  const { session } = sessionWith(track);
  await session.start();
  expect(session.snapshot()).toMatchObject({ torch: "off" });
  await session.setTorch(true);
  expect(session.snapshot()).toMatchObject({ torch: "on" });
  await session.setTorch(false);
  expect(session.snapshot()).toMatchObject({ torch: "off" });
  expect(track.applied).toEqual([
    { advanced: [{ torch: true }] },
    { advanced: [{ torch: false }] },
  ]);

  const dark = new FakeTrack(true);
  dark.applyConstraints = () => Promise.reject(new Error("in use"));
  const { session: other } = sessionWith(dark);
  await other.start();
  await other.setTorch(true);
  expect(other.snapshot()).toMatchObject({ name: "live", torch: "off" });
});
