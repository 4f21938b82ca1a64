/** The share of the left photo that a slider shows, in percent. */
export const SHARE = { min: 0, max: 100, start: 50, step: 2, page: 10 } as const;

/** A share within its bounds, rounded to whole percent. */
export function boundShare(share: number): number {
  return Math.round(Math.min(SHARE.max, Math.max(SHARE.min, share)));
}

/** The share after a key; null for keys that move nothing. */
export function shareAfterKey(share: number, key: string, isShift: boolean): number | null {
  const step = isShift ? SHARE.page : SHARE.step;
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return boundShare(share + step);
    case "ArrowLeft":
    case "ArrowDown":
      return boundShare(share - step);
    case "PageUp":
      return boundShare(share + SHARE.page);
    case "PageDown":
      return boundShare(share - SHARE.page);
    case "Home":
      return SHARE.min;
    case "End":
      return SHARE.max;
    default:
      return null;
  }
}

/** The share for a horizontal position in a box. */
export function shareAt(clientX: number, box: { left: number; width: number }): number {
  return box.width === 0 ? SHARE.start : boundShare((100 * (clientX - box.left)) / box.width);
}
