/** The scales at which the viewer shows a photo; 1 fits the window. */
export const ZOOM = { min: 0.5, max: 3, step: 0.5, start: 1 } as const;

/** The view of the viewer: the scale, and the distance of the photo from the middle. */
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

/** The nearest scale that the viewer may show at rest. */
export function restScale(scale: number): number {
  return limit(Math.round(scale / ZOOM.step) * ZOOM.step);
}

/** A scale within the limits. */
export function limit(scale: number): number {
  return Math.min(ZOOM.max, Math.max(ZOOM.min, scale));
}

/** The view at another scale; what is in the middle stays there. */
export function rescale({ scale, x, y }: View, to: number): View {
  if (to <= 1) return { scale: to, x: 0, y: 0 };
  return { scale: to, x: (x * to) / scale, y: (y * to) / scale };
}

/** The view kept so that the middle of the window is on the photo; one that fits does not move. */
export function keepOnPhoto(view: View, fitted: Size): View {
  if (view.scale <= 1) return { ...view, x: 0, y: 0 };
  return {
    scale: view.scale,
    x: clamp(view.x, (fitted.width * view.scale) / 2),
    y: clamp(view.y, (fitted.height * view.scale) / 2),
  };
}

/** The size of a photo that fits into the window. */
export function fitInto(window: Size, photo: Size): Size {
  const scale = Math.min(window.width / photo.width, window.height / photo.height);
  return { width: photo.width * scale, height: photo.height * scale };
}

/** The size at which an image is shown that fits its box; its box where nothing is loaded yet. */
export function fittedSizeOf(image: HTMLImageElement | null, rotation = 0): Size {
  const { clientWidth = 0, clientHeight = 0, naturalWidth = 0, naturalHeight = 0 } = image ?? {};
  const box = { width: clientWidth, height: clientHeight };
  const isLoaded = naturalWidth > 0 && naturalHeight > 0;
  const { width, height } = isLoaded
    ? fitInto(box, { width: naturalWidth, height: naturalHeight })
    : box;
  return isAcross(rotation) ? { width: height, height: width } : { width, height };
}

/** True for a turn that makes a wide photo a high one. */
export function isAcross(rotation: number): boolean {
  return rotation % 180 !== 0;
}

/** The style of an element that shows this view of what is in it. */
export function transformOf({ scale, x, y }: View): { transform: string } {
  return { transform: `translate(${String(x)}px, ${String(y)}px) scale(${String(scale)})` };
}

function clamp(value: number, bound: number): number {
  return Math.min(bound, Math.max(-bound, value));
}
