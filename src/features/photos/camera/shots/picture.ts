import { trackOf } from "./camera-session.ts";
import type { Drawable } from "../../preview/drawn-image.ts";
import { betterStill } from "./better-still.ts";
import type { ShotPicture } from "./shot-image.ts";

/** The side of a tile, in its pixels: sharp at 56 px on a phone. */
const TILE_PX = 168;

/** The result of a press on the shutter: the tile at once, and the picture when the browser has it. */
export interface Taken {
  tile: HTMLCanvasElement | null;
  picture: Promise<ShotPicture>;
}

/** Takes the picture that the video shows now. */
export function takePicture(video: HTMLVideoElement, stream: MediaStream): Taken {
  const tile = drawTile(video);
  const frame = takeFrame(video);
  const track = trackOf(stream);
  const still = track ? betterStill(track, video) : Promise.resolve(null);
  return {
    tile,
    picture: Promise.all([frame, still]).then(([frame, still]) => ({ frame, still })),
  };
}

/** The video frame itself if the browser can give it, which costs nothing. Else a copy, which may block the page. */
async function takeFrame(video: HTMLVideoElement): Promise<Drawable> {
  if (typeof VideoFrame === "undefined") return await createImageBitmap(video);
  const frame = new VideoFrame(video);
  const { displayWidth, displayHeight } = frame;
  if (displayWidth === video.videoWidth && displayHeight === video.videoHeight) return frame;
  // Some phones give landscape frames while they are held upright.
  frame.close();
  return await createImageBitmap(video);
}

/** A small square from the middle of the picture, drawn during the press on the shutter. */
function drawTile(video: HTMLVideoElement): HTMLCanvasElement | null {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = TILE_PX;
  const { videoWidth: width, videoHeight: height } = video;
  const side = Math.min(width, height);
  const context = canvas.getContext("2d");
  context?.drawImage(
    video,
    ...([(width - side) / 2, (height - side) / 2, side, side] as const),
    ...([0, 0, TILE_PX, TILE_PX] as const),
  );
  return context && canvas;
}
