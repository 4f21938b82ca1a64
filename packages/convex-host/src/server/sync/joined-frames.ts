/** Longer messages go in their pieces. A list of 25 tasks is 20 kB: put together, it leaves half as much to collect as in pieces. */
export const longestJoined = 32 * 1024;

/** A socket that does not take a message at once keeps the room of it, so short messages have a smaller one. */
const sizes = [longestJoined / 2, longestJoined];
const rooms = sizes.map((size) => Buffer.allocUnsafeSlow(size));

/** Puts the frames of one message, of so many bytes, together in room that the next message is put together in. */
export function joinFrames(frames: readonly Buffer[], bytes: number): Buffer {
  const room = rooms[placeFor(bytes)]!;
  let length = 0;
  for (const frame of frames) length += frame.copy(room, length);
  return room.subarray(0, length);
}

/** Leaves the room to this message: its socket did not take it at once. */
export function leaveJoined({ length }: Buffer): void {
  const place = placeFor(length);
  rooms[place] = Buffer.allocUnsafeSlow(sizes[place]!);
}

function placeFor(bytes: number): number {
  return bytes <= sizes[0]! ? 0 : 1;
}
