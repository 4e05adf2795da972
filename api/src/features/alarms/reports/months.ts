import { toInstant } from '../../../recurrence/local-time.ts';

/** A month in the zone of a node, in milliseconds; `to` is the first instant of the next one. */
export function monthIn(month: string, zone: string): { from: number; to: number } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: toInstant(Date.UTC(year, number - 1, 1), zone), to: toInstant(Date.UTC(year, number, 1), zone) };
}
