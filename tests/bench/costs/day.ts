/** The writes of a working day; "settle" is the job that puts waiting rows into the counts. */
export const kinds = ["tick", "note", "photo", "time", "beat", "move", "settle"] as const;

export type Kind = (typeof kinds)[number];

export type Role = {
  name: string;
  /** The part of all people. */
  share: number;
  /** The hours a day in which a page of the person is open and has a line. */
  openHours: number;
  /** Acts in each of these hours. */
  acts: Record<Exclude<Kind, "beat" | "settle">, number>;
  /** Changes from one screen to another in each of these hours. */
  visits: number;
  /** The parts of this time by screen; 1 in all. */
  screens: Record<string, number>;
};

/** The assumptions of the estimate about people; nobody has counted them. */
export type Day = {
  daysAMonth: number;
  /** The hours over which the open ones are spread evenly. */
  hours: number;
  peoplePerProject: number;
  /** A page says so often an hour that it is still there. */
  beats: number;
  /** The job works at most so often an hour. */
  settles: number;
  /** The calls of functions that one act takes, as a client makes them; 1 where it is not named. */
  calls: Partial<Record<Kind, number>>;
  roles: readonly Role[];
};

export const workingDay: Day = {
  daysAMonth: 21,
  hours: 8,
  peoplePerProject: 10,
  beats: 180,
  settles: 360,
  // Two addresses, two uploads, and the photo itself.
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
