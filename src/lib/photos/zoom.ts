import { isAcross } from "./rotation.ts";

/** The scales at which the viewer shows a photo; 1 fits the window. */
export const ZOOM = { min: 0.5, max: 3, step: 0.5, start: 1 } as const;

/** The scale, and the distance of the photo from the middle of the window in px. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

/** The view that every photo starts with. */
export const WHOLE_PHOTO: View = { scale: ZOOM.start, x: 0, y: 0 };

interface Size {
  width: number;
  height: number;
}

/** The nearest scale at which the viewer may rest. */
export function restScale(scale: number): number {
  return limit(Math.round(scale / ZOOM.step) * ZOOM.step);
}

/** A scale within the limits. */
export function limit(scale: number): number {
  return Math.min(ZOOM.max, Math.max(ZOOM.min, scale));
}

/** The view at another scale; the point in the middle stays there. */
export function rescale({ scale, x, y }: View, to: number): View {
  if (to <= 1) return { scale: to, x: 0, y: 0 };
  return { scale: to, x: (x * to) / scale, y: (y * to) / scale };
}

/** The view, limited so that the middle of the window is on the photo; a photo that fits does not move. */
export function keepOnPhoto(view: View, fitted: Size): View {
  if (view.scale <= 1) return { ...view, x: 0, y: 0 };
  return {
    scale: view.scale,
    x: clamp(view.x, (fitted.width * view.scale) / 2),
    y: clamp(view.y, (fitted.height * view.scale) / 2),
  };
}

/** The size of a photo that is scaled to fit the window. */
export function fitInto(window: Size, photo: Size): Size {
  const scale = Math.min(window.width / photo.width, window.height / photo.height);
  return { width: photo.width * scale, height: photo.height * scale };
}

/** The shown size of an image that fits its box; the size of the box until the image is loaded. */
export function fittedSizeOf(image: HTMLImageElement | null, rotation = 0): Size {
  const { clientWidth = 0, clientHeight = 0, naturalWidth = 0, naturalHeight = 0 } = image ?? {};
  const box = { width: clientWidth, height: clientHeight };
  const isLoaded = naturalWidth > 0 && naturalHeight > 0;
  const { width, height } = isLoaded
    ? fitInto(box, { width: naturalWidth, height: naturalHeight })
    : box;
  return isAcross(rotation) ? { width: height, height: width } : { width, height };
}

/** The style that shows an element's content in this view. */
export function transformOf({ scale, x, y }: View): { transform: string } {
  return { transform: `translate(${String(x)}px, ${String(y)}px) scale(${String(scale)})` };
}

function clamp(value: number, bound: number): number {
  return Math.min(bound, Math.max(-bound, value));
}
