let typed = "";

/** The text that is typed into a field which stands in for one whose code is on the way. At most one is shown at a time. */
export const typedAhead = {
  /** What the field goes on with; "" where it needed no other in its place. */
  text: (): string => typed,
  set: (text: string): void => {
    typed = text;
  },
};
