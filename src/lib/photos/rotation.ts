/** True for a rotation that exchanges width and height. */
export function isAcross(rotation: number): boolean {
  return rotation % 180 !== 0;
}
