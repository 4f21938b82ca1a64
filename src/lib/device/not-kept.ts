/** Nothing was done: the browser did not store a change, and no server answered for it. The `cause` tells more. */
export class NotKept extends Error {}
