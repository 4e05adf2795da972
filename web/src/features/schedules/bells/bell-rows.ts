import type { Bell, BellSound } from '@belfry/schemas/http/schedules/timetables';
import { BELL_LABEL_MAX } from '@belfry/schemas/http/schedules/timetables';

/** One line of the editor; `key` is its identity on the page. */
export type BellRow = { key: number; at: string; label: string; sound: BellSound };

/** `8.5` → null; `8:05`, `08.05` and `0805` → 08:05; with seconds `08:05:30` */
export function readTime(typed: string): string | null {
  const match = /^(\d{1,2})[:.h ]?(\d{2})(?:[:.](\d{2}))?$/.exec(typed.trim());
  if (!match) return null;
  const [, hours = '', minutes = '', seconds] = match;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return seconds === undefined || seconds === '00' ? time : `${time}:${seconds}`;
}

/** The bells of a pasted column: a time in each line, and what follows it as its label. Lines without a time are left out. */
export function readColumn(text: string): { at: string; label: string }[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, time = '', rest = ''] = /^\s*(\d{1,2}[:.]?\d{2}(?:[:.]\d{2})?)(?:[\s;,–-]+(.*))?$/.exec(line) ?? [];
    const at = readTime(time);
    return at === null ? [] : [{ at, label: rest.trim().slice(0, BELL_LABEL_MAX) }];
  });
}

/** What is wrong with lines, as a key of the texts, with the line; null where nothing is. Empty lines do not count. */
export function problemOf(rows: readonly BellRow[]): { problem: 'time' | 'twice'; row: BellRow } | null {
  const seen = new Set<string>();
  for (const row of rows) {
    if (row.at.trim() === '' && row.label.trim() === '') continue;
    const at = readTime(row.at);
    if (at === null) return { problem: 'time', row };
    if (seen.has(at)) return { problem: 'twice', row };
    seen.add(at);
  }
  return null;
}

/** The bells of lines by time, without empty ones. Call it where `problemOf` finds nothing. */
export const bellsOf = (rows: readonly BellRow[]): Bell[] =>
  rows
    .flatMap(({ at, label, sound }) => {
      const time = readTime(at);
      return time === null ? [] : [{ at: time, label: label.trim(), sound }];
    })
    .toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));

/** A sound as the value of a choice, and back; null for a value of nothing. */
export function valueOfSound(sound: BellSound): string {
  if (sound.type === 'message') return `message ${sound.message_id}`;
  return sound.chime_id === undefined ? `chime ${sound.chime}` : `own ${sound.chime_id}`;
}
export function soundOfValue(value: string): BellSound | null {
  const [type, id = ''] = value.split(' ');
  if (type === 'message') return { type, message_id: Number(id) };
  if (type === 'own') return { type: 'chime', chime: 'bell', chime_id: Number(id) };
  const chime = (['ding_dong', 'three_tone', 'bell', 'alarm'] as const).find((each) => each === id);
  return chime ? { type: 'chime', chime } : null;
}
export const DEFAULT_SOUND: BellSound = { type: 'chime', chime: 'bell' };
