import { tz } from "@date-fns/tz";
import { addDays, addHours, isWeekend, startOfDay } from "date-fns";
import { companyTimeZone } from "../context/company.ts";

/** Moments of the demo workspace, relative to when it is made and never later than that unless asked for. */
export class DemoClock {
  readonly now: number;
  readonly #zone = { in: tz(companyTimeZone()) };

  constructor(now: number) {
    this.now = now;
  }

  /** Noon UTC of the day so many days from today: how a picked calendar day is stored. */
  day(offset: number): number {
    const today = new Date(this.now).toISOString().slice(0, 10);
    return Date.parse(`${today}T12:00:00.000Z`) + offset * 86_400_000;
  }

  /** The time of an hour of a day; the hours of today are squeezed into the part of it that is over. */
  hour(offset: number, hour: number): number {
    if (offset !== 0) return this.shift(offset, hour);
    const morning = this.shift(0, 0);
    return Math.floor(morning + ((this.now - morning) * hour) / 24);
  }

  /** Exactly that hour of that day, also when it lies ahead. */
  shift(offset: number, hour: number): number {
    const morning = addDays(startOfDay(this.now, this.#zone), offset, this.#zone);
    return addHours(morning, hour, this.#zone).getTime();
  }

  isWeekend(offset: number): boolean {
    return isWeekend(addDays(startOfDay(this.now, this.#zone), offset, this.#zone));
  }
}
