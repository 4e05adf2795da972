import type { Device } from '@belfry/schemas/http/devices/devices';

/** The most rows that are rendered; others are found by typing. */
const SHOWN_MAX = 50;

/** The devices whose serial, with or without hyphens, or note contains `typed`, and the number of further ones. */
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
