/** An amount of cents in dollars; null for null and undefined. */
export function toMoney(cents: number | null | undefined): number | null {
  return cents === null || cents === undefined ? null : cents / 100;
}

/** An amount of hundredths of an hour in hours. */
export function toHours(hundredths: number): number {
  return hundredths / 100;
}
