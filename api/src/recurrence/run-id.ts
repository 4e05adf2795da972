import { createHash } from 'node:crypto';
import { localText, type LocalMs } from './local-time.ts';

/**
 * The id of a run: it follows from the schedule and the wall-clock time, so that a compiled run keeps its id when it is
 * compiled again, and one run spans all time zones. `part` counts the parts of a window that others interrupt, from 0.
 */
export const runIdOf = (scheduleId: number, local: LocalMs, part = 0): string =>
  uuidOf(`schedule:${scheduleId}:${localText(local)}:${part}`);

/** The id that always follows from a text. */
export function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  // Version 8: made in a way of our own; see RFC 9562.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
