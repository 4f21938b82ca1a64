/** Longer messages go in their pieces: to copy them would cost more than pieces do. */
export const longestJoined = 16 * 1024;

let room = Buffer.allocUnsafeSlow(longestJoined);

/** Puts the frames of one message together, in room that the next message is put together in. */
export function joinFrames(frames: readonly Buffer[]): Buffer {
  let length = 0;
  for (const frame of frames) length += frame.copy(room, length);
  return room.subarray(0, length);
}

/** Leaves the room to the message that was put together last: its socket did not take it at once. */
export function leaveJoined(): void {
  room = Buffer.allocUnsafeSlow(longestJoined);
}
