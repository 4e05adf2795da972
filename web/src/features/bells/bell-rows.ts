import type { Bell, BellSound } from '@belfry/schemas/http/bells/timetables';
import { BELL_LABEL_MAX, BELLS_MAX } from '@belfry/schemas/http/bells/timetables';
import { readPasted } from '@belfry/schemas/domain/pasted-bells';
import { readTime } from '@belfry/schemas/domain/typed-time';

/** One line of the editor; `key` is its identity on the page. */
export type BellRow = {
  key: number;
  at: string;
  label: string;
  sound: BellSound;
  /** The end of what the bell begins, in a pasted line. */
  ends?: string | null;
  isEnd?: boolean;
  /** The hour was assumed to be in the afternoon. */
  isAssumed?: boolean;
  /** The pasted line in which no time was found, until it has one. */
  unread?: string | undefined;
};

type PastedRow = Omit<BellRow, 'key' | 'sound'>;

/** The lines of a pasted text without keys and sounds; null for what is typed into a time as it is: a single time, or a word. */
export function pastedRows(text: string): PastedRow[] | null {
  const { lines, isAssumed } = readPasted(text);
  const [first] = lines;
  if (!first || (lines.length === 1 && (first.bells.length === 0 || readTime(text) !== null))) return null;
  return lines.flatMap(({ text: line, bells }): PastedRow[] =>
    bells.length === 0
      ? [{ at: '', label: line, unread: line }]
      : bells.map(({ at, label, ends }) => ({
          at,
          label: label.slice(0, BELL_LABEL_MAX),
          ends,
          isAssumed: isAssumed && isAfternoon({ at, ends }),
        })),
  );
}

/** The bell that one line says; null where it has no time. */
export const bellOf = (line: string): { at: string; label: string } | null =>
  readPasted(line).lines[0]?.bells[0] ?? null;

export const isAfternoon = ({ at, ends }: Pick<BellRow, 'at' | 'ends'>): boolean => at >= '13' || (ends ?? '') >= '13';

/** The lines with a bell at the end of each that has one, or without them. An end at which another line begins is no bell of its own. */
export function withEnds(
  rows: readonly BellRow[],
  isOn: boolean,
  newEnd: (fields: Omit<BellRow, 'key'>) => BellRow,
): BellRow[] {
  const own = rows.filter(({ isEnd }) => !isEnd);
  if (!isOn) return own;
  const taken = new Set(own.map(({ at }) => readTime(at)));
  return own.flatMap((row) => {
    if (!row.ends || taken.has(row.ends)) return [row];
    taken.add(row.ends);
    return [
      row,
      newEnd({
        at: row.ends,
        label: row.label,
        sound: row.sound,
        isEnd: true,
        isAssumed: row.isAssumed === true,
      }),
    ];
  });
}

/** Moves lines with assumed hours (1 to 6) to the afternoon, or back to the night. */
export const withHalfDay = (rows: readonly BellRow[], isOfAfternoon: boolean): BellRow[] =>
  rows.map((row) =>
    row.isAssumed
      ? { ...row, at: inHalf(row.at, isOfAfternoon), ...(row.ends && { ends: inHalf(row.ends, isOfAfternoon) }) }
      : row,
  );

function inHalf(at: string, isOfAfternoon: boolean): string {
  const hour = Number(at.slice(0, 2));
  const isEither = hour % 12 > 0 && hour % 12 < 7;
  return isEither ? `${String((hour % 12) + (isOfAfternoon ? 12 : 0)).padStart(2, '0')}${at.slice(2)}` : at;
}

/** What is wrong with lines, as a key of the texts, with the line; null where nothing is. Empty lines do not count. */
export function problemOf(
  rows: readonly BellRow[],
): { problem: 'time' | 'unread' | 'twice' | 'many'; row: BellRow } | null {
  const seen = new Set<string>();
  for (const row of rows) {
    if (row.at.trim() === '' && row.label.trim() === '') continue;
    const at = readTime(row.at);
    if (at === null) return { problem: row.at.trim() === '' ? 'unread' : 'time', row };
    if (seen.has(at)) return { problem: 'twice', row };
    seen.add(at);
    if (seen.size > BELLS_MAX) return { problem: 'many', row };
  }
  return null;
}

/** The bells of lines by time, without empty ones. Call it where `problemOf` finds nothing. */
export const bellsOf = (rows: readonly BellRow[]): Bell[] =>
  rows
    .flatMap(({ at, label, sound }) => {
      const time = readTime(at);
      return time === null ? [] : [{ at: time, label: label.trim().slice(0, BELL_LABEL_MAX), sound }];
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
