/** An open page says this often that it is still there. */
export const beatMs = 20_000;

/**
 * A page that has not said for this time that it is there is gone: closed, crashed or without a line. A beat on a poor line
 * has eight seconds to arrive, and the others know of the loss within thirty.
 */
export const silenceMs = 28_000;
