/** The creation time of a new document: now, but at least one float above the creation time before it. */
export function nextCreationTime(nowMs: number, last: number): number {
  return Math.max(nowMs, nextFloat(last));
}

const floatBits = new DataView(new ArrayBuffer(8));

/** The next larger float. */
function nextFloat(value: number): number {
  floatBits.setFloat64(0, value);
  floatBits.setBigInt64(0, floatBits.getBigInt64(0) + 1n);
  return floatBits.getFloat64(0);
}
