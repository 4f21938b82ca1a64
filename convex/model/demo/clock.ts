import { tz } from "@date-fns/tz";
import { addDays, addHours, isWeekend, startOfDay } from "date-fns";
import { companyTimeZone } from "../context/company.ts";

/**
 * Times of the demo workspace, relative to its creation. A time lies in the future only for a positive offset, or for a
 * later hour of today from `shift`.
 */
export class DemoClock {
  readonly now: number;
  readonly #zone = { in: tz(companyTimeZone()) };

  constructor(now: number) {
    this.now = now;
  }

  /** Noon UTC of the day `offset` days from today: the form in which a picked day is stored. */
  day(offset: number): number {
    const today = new Date(this.now).toISOString().slice(0, 10);
    return Date.parse(`${today}T12:00:00.000Z`) + offset * 86_400_000;
  }

  /** An hour of a day. The hours of today are compressed into the part of the day that is over. */
  hour(offset: number, hour: number): number {
    if (offset !== 0) return this.shift(offset, hour);
    const morning = this.shift(0, 0);
    return Math.floor(morning + ((this.now - morning) * hour) / 24);
  }

  /** The exact hour of a day, even when it lies in the future. */
  shift(offset: number, hour: number): number {
    const morning = addDays(startOfDay(this.now, this.#zone), offset, this.#zone);
    return addHours(morning, hour, this.#zone).getTime();
  }

  isWeekend(offset: number): boolean {
    return isWeekend(addDays(startOfDay(this.now, this.#zone), offset, this.#zone));
  }
}
