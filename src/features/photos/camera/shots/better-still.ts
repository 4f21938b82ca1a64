/** The part of `ImageCapture` that is used here; the TypeScript types of browsers do not have it. */
interface StillCamera {
  getPhotoCapabilities: () => Promise<{ imageWidth?: { max: number } | null }>;
  takePhoto: () => Promise<Blob>;
}

/**
 * The length of the longer side from which a video frame is as good as a still. A frame also shows the very moment of
 * the press.
 */
const GOOD_FRAME_PX = 1920;
/** The longest time in ms that a still may take; people do not hold a phone still for longer. */
const STILL_MS = 2000;

let isTaking = false;

/**
 * The camera's own still, if the stream is small and the camera offers a larger one; null when the frame is good
 * enough. It takes one at a time, and none with the light on, which a still turns off on some phones.
 */
export async function betterStill(
  track: MediaStreamTrack,
  frame: { videoWidth: number; videoHeight: number },
): Promise<Blob | null> {
  const longest = Math.max(frame.videoWidth, frame.videoHeight);
  const isLit = (track.getSettings() as { torch?: boolean }).torch === true;
  if (longest >= GOOD_FRAME_PX || isLit || isTaking) return null;
  const { ImageCapture } = globalThis as {
    ImageCapture?: new (track: MediaStreamTrack) => StillCamera;
  };
  if (ImageCapture === undefined) return null;
  isTaking = true;
  try {
    const camera = new ImageCapture(track);
    const { imageWidth } = await camera.getPhotoCapabilities();
    if ((imageWidth?.max ?? 0) <= longest) return null;
    return await withinTime(camera.takePhoto());
  } catch {
    return null;
  } finally {
    isTaking = false;
  }
}

async function withinTime(still: Promise<Blob>): Promise<Blob | null> {
  const { promise: late, timer } = later();
  try {
    return await Promise.race([still, late]);
  } finally {
    clearTimeout(timer);
  }
}

function later(): { promise: Promise<null>; timer: ReturnType<typeof setTimeout> } {
  let resolve: (nothing: null) => void = () => undefined;
  const promise = new Promise<null>((settle) => (resolve = settle));
  return { promise, timer: setTimeout(() => resolve(null), STILL_MS) };
}
