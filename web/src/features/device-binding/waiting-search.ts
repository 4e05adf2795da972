import type { Device } from '@belfry/schemas/http/devices';

/** Rows that a dialog draws; what is beyond is found by typing. */
const SHOWN_MAX = 50;

/** The devices whose serial, with or without its hyphens, or note has `typed` in it, and how many more there are. */
export function searchWaiting(devices: readonly Device[], typed: string): { shown: Device[]; more: number } {
  const wanted = typed.trim().toLowerCase();
  const digits = wanted.replaceAll('-', '');
  const found = devices.filter(
    ({ serial, note }) =>
      wanted === '' ||
      (digits !== '' && serial.replaceAll('-', '').includes(digits)) ||
      (note ?? '').toLowerCase().includes(wanted),
  );
  return { shown: found.slice(0, SHOWN_MAX), more: Math.max(0, found.length - SHOWN_MAX) };
}
