/** The kinds of writes in a working day; "settle" is the job that adds waiting rows to the counts. */
export const kinds = ["tick", "note", "photo", "time", "beat", "move", "settle"] as const;

export type Kind = (typeof kinds)[number];

export type Role = {
  name: string;
  /** The share of all people. */
  share: number;
  /** The hours a day in which the person has a connected page open. */
  openHours: number;
  /** Acts in each of these hours. */
  acts: Record<Exclude<Kind, "beat" | "settle">, number>;
  /** The changes of screen in each of these hours. */
  visits: number;
  /** The share of this time on each screen; the shares sum to 1. */
  screens: Record<string, number>;
};

/** The estimate's assumptions about people, which are not measured. */
export type Day = {
  daysAMonth: number;
  /** The hours over which the open hours are spread evenly. */
  hours: number;
  peoplePerProject: number;
  /** The number of times an hour at which a page reports its presence. */
  beats: number;
  /** The maximum number of times an hour at which the job runs. */
  settles: number;
  /** The number of function calls that a client makes for one act, if it is not 1. */
  calls: Partial<Record<Kind, number>>;
  roles: readonly Role[];
};

export const workingDay: Day = {
  daysAMonth: 21,
  hours: 8,
  peoplePerProject: 10,
  beats: 180,
  settles: 360,
  // A photo takes two upload URLs, two uploads, and the record of the photo.
  calls: { photo: 5 },
  roles: [
    {
      name: "supervisors",
      ...{ share: 0.8, openHours: 4, visits: 20 },
      acts: { tick: 6, note: 1, photo: 4, time: 0.5, move: 6 },
      screens: {
        ...{ "my day": 0.2, "units of a project": 0.15, "board of a project": 0.1, time: 0.05 },
        ...{ "unit, tasks": 0.3, "unit, photos": 0.15, "unit, notes": 0.05 },
      },
    },
    {
      name: "managers",
      ...{ share: 0.2, openHours: 6, visits: 20 },
      acts: { tick: 1, note: 0.5, photo: 0, time: 0, move: 4 },
      screens: {
        ...{ dashboard: 0.25, projects: 0.15, "units of a project": 0.1, time: 0.05 },
        ...{
          "board of a project": 0.2,
          "my day of a manager": 0.05,
          "unit, tasks": 0.05,
          analytics: 0.1,
          reports: 0.05,
        },
      },
    },
  ],
};
