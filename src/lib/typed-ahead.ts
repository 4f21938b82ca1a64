let typed = "";
let isEntered = false;

/** The text that is typed into a field which stands in for one whose code is on the way. At most one is shown at a time. */
export const typedAhead = {
  /** What the field goes on with; "" where it needed no other in its place. */
  text: (): string => typed,
  /** True when Enter was the last key behind a text: the field takes what it finds first. */
  isEntered: (): boolean => isEntered,
  set: (text: string): void => {
    typed = text;
    isEntered = false;
  },
  /** Without a text nobody means anything that is not seen yet. */
  enter: (): void => {
    isEntered = typed.trim() !== "";
  },
};
