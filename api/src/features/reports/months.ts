import { toInstant, toLocal } from '../../recurrence/local-time.ts';

/** A month in the zone of a node, in milliseconds; `to` is the first instant of the next one. */
export function monthIn(month: string, zone: string): { from: number; to: number } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: toInstant(Date.UTC(year, number - 1, 1), zone), to: toInstant(Date.UTC(year, number, 1), zone) };
}

/** When a person may be told of a month: in the first days of the next one, from six in the morning, by their clock. */
const DAYS = 3;
const FROM_HOUR = 6;

/** The month, as 2026-11, of which a person is told at this instant; null: of none. */
export function toldAt(now: number, zone: string): string | null {
  const local = new Date(toLocal(now, zone));
  const [day, hour] = [local.getUTCDate(), local.getUTCHours()];
  if (day > DAYS || (day === 1 && hour < FROM_HOUR)) return null;
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}
