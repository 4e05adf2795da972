import type { PageDeviceState } from '@belfry/schemas/http/live-pages/live-pages';
import type { Row } from '../../db/database.ts';

export type PageDevice = Pick<Row<'page_devices'>, 'device_id'> & {
  command_id: string;
  serial: string;
  place: string;
  /** The state of its delivery: what it has reported, or that it was away. */
  heard: Row<'announcement_deliveries'>['state'];
  /** The state of the command; null: it is not stored yet. */
  command: Row<'command_deliveries'>['state'] | null;
  answer: string | null;
  away: boolean;
  /** It may not hear the page any more: it has another owner, or is blocked. */
  lost: boolean;
  uninvited: boolean;
};

const NOT_REACHED: ReadonlySet<PageDevice['command']> = new Set(['failed', 'expired', 'timed_out', 'cancelled']);
const OVER: ReadonlySet<PageDevice['heard']> = new Set(['finished', 'interrupted', 'skipped', 'missed']);

export function placeStateOf({ answer, away, command, heard, lost, uninvited }: PageDevice): PageDeviceState {
  if (lost || uninvited) return 'ended';
  if (answer === 'busy') return 'busy';
  if (OVER.has(heard)) return 'ended';
  if (away) return 'offline';
  if (heard === 'started') return answer === 'late' ? 'late' : 'speaking';
  if (answer === 'ready' || answer === 'late') return answer;
  return heard === 'offline' || NOT_REACHED.has(command) ? 'offline' : 'invited';
}

export const isHeard = (state: PageDeviceState): boolean =>
  state === 'ready' || state === 'speaking' || state === 'late';

export const hasMissed = (state: PageDeviceState): boolean =>
  state === 'busy' || state === 'offline' || state === 'invited';
