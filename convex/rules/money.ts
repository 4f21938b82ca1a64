/** The dollars of stored cents; null without any. */
export function toMoney(cents: number | null | undefined): number | null {
  return cents === null || cents === undefined ? null : cents / 100;
}

/** The hours of stored hundredths. */
export function toHours(hundredths: number): number {
  return hundredths / 100;
}
