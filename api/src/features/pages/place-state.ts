import type { PageDeviceState, PagePath } from '@belfry/schemas/http/pages/pages';
import type { Row } from '../../db/database.ts';

/** What is known of a device of a page. */
export type PageDevice = Pick<Row<'page_devices'>, 'is_old' | 'volume' | 'device_id' | 'command_id'> & {
  serial: string;
  place: string;
  /** The state of its delivery: what it has reported, or that it was away. */
  heard: Row<'announcement_deliveries'>['state'];
  /** The state of the command that opens the page; null: none was sent. */
  command: Row<'command_deliveries'>['state'] | null;
  /** What it has answered to that. */
  answer: string | null;
  /** It may not hear the page any more: it has another owner, or is blocked. */
  lost: boolean;
  uninvited: boolean;
};

const NOT_REACHED: ReadonlySet<PageDevice['command']> = new Set(['failed', 'expired', 'timed_out', 'cancelled']);
const OVER: ReadonlySet<PageDevice['heard']> = new Set(['finished', 'interrupted', 'skipped', 'missed']);

/** What a device does with the page. */
export function placeStateOf(device: PageDevice, path: PagePath): PageDeviceState {
  const { answer, command, heard } = device;
  if (device.lost || device.uninvited) return 'ended';
  if (device.is_old) return 'old';
  if (answer === 'busy') return 'busy';
  if (OVER.has(heard)) return 'ended';
  if (heard === 'started') return answer === 'late' ? 'late' : 'speaking';
  if (answer === 'ready' || answer === 'late') return answer;
  if (heard === 'offline' || NOT_REACHED.has(command)) return 'offline';
  return path === 'record' && command === null ? 'ready' : 'invited';
}

/** Whether the page is heard somewhere now, so that one may speak. */
export const isHeard = (state: PageDeviceState): boolean =>
  state === 'ready' || state === 'speaking' || state === 'late';

/** Who gets the recording: whoever plays no live pages, and with `afterwards` all who have not heard it. */
export function hasMissed(state: PageDeviceState, { afterwards }: { afterwards: boolean }): boolean {
  return state === 'old' || (afterwards && (state === 'busy' || state === 'offline' || state === 'invited'));
}
