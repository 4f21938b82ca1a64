/** The part of `ImageCapture` that is used here; the types of browsers do not have it. */
interface StillCamera {
  getPhotoCapabilities: () => Promise<{ imageWidth?: { max: number } | null }>;
  takePhoto: () => Promise<Blob>;
}

/** A frame with a side as long as this is as good as a still, and is of the very moment. */
const GOOD_FRAME_PX = 1920;
/** A still may take this long; nobody holds a phone calmly for longer. */
const STILL_MS = 2000;

let isTaking = false;

/**
 * The camera's own still, where its stream is small and it promises more; null where the frame will do. One at a time,
 * and not with the light on, which a still switches off on some phones.
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
