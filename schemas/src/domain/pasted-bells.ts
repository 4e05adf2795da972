import { plain, timeAt, timeText, withoutMarks, type FoundTime } from './typed-time.ts';

/** A bell of a pasted line; `ends` is the end of what it begins, null where the line has none. */
export type PastedBell = { at: string; label: string; ends: string | null };
/** A pasted line as it is, without bells where it has no time that can be read. */
export type PastedLine = { text: string; bells: PastedBell[] };
/** `isAssumed`: hours after noon were written from 1 to 6 without saying so, and count as those of the afternoon. */
export type Pasted = { lines: PastedLine[]; isAssumed: boolean };

/** Reads a list or a table of bells. Empty lines, rulers and headings of tables are left out; every other line is in the answer. */
export function readPasted(text: string): Pasted {
  const sources = withoutQuotes(withoutMarks(text))
    .split(/\r\n|\n|\r|\u2028|\v/)
    .map((line) => line.replaceAll('**', '').trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .map((line) => ({ line, flat: plain(line) }));
  const hasHyphens = writesHyphens(sources.map(({ flat }) => flat));
  const rows = sources.map(({ line, flat }) => ({ line, flat: hasHyphens ? withColons(flat) : flat }));
  const isCompact = rows.some(({ flat }) => /^0\d{3}(?!\d)|^[3-9]\d{2}(?!\d)|^1[0-8]\d{2}(?!\d)/.test(flat));
  const heading = headingOf(rows);
  const lines = rows
    .filter((row) => row !== heading?.row)
    .map(({ line, flat }) => ({ line, flat, spans: spansOf(flat, { roles: heading?.roles, isCompact }) }));
  const isAssumed = seemsHalved(lines.flatMap(({ spans }) => spans));
  const read = lines.map((line) => ({ text: line.line, bells: bellsOf(line, isAssumed, heading?.roles) }));
  return { isAssumed, lines: joined(read) };
}

/** Cells that a spreadsheet has quoted, with their lines in one. */
const withoutQuotes = (text: string): string =>
  text.replaceAll(/(^|[\t,;\n\r])"((?:[^"]|"")*)"(?=[\t,;\n\r]|$)/g, (_all, before: string, cell: string) => {
    return `${before}${cell.replaceAll('""', '"').replaceAll(/[\r\n\t]+/g, ' ')}`;
  });

/** Cells of a table that were copied as lines of their own: names and times by turns. */
function joined(lines: PastedLine[]): PastedLine[] {
  const isName = ({ bells }: PastedLine): boolean => bells.length === 0;
  const isTime = ({ bells: [bell, ...others] }: PastedLine): boolean => bell?.label === '' && others.length === 0;
  const byTurns = (first: typeof isName, second: typeof isName): boolean =>
    lines.length > 3 && lines.length % 2 === 0 && lines.every((line, at) => (at % 2 === 0 ? first : second)(line));
  if (!byTurns(isName, isTime) && !byTurns(isTime, isName)) return lines;
  return lines.flatMap((line, at) => {
    const next = lines[at + 1];
    if (at % 2 === 1 || !next) return [];
    const [name, time] = isName(line) ? [line, next] : [next, line];
    return [
      {
        text: `${line.text} ${next.text}`,
        bells: time.bells.map(({ at: begins, ends }) => ({ at: begins, label: name.text, ends })),
      },
    ];
  });
}

/** `flat` has the same length: the line with the digits and dashes of ASCII. */
type Row = { line: string; flat: string };

/** `8-30`, as Russian lists have it, where minutes above 24 show that it is no range of hours. */
const HYPHENED = /(?<![\d-])(\d{1,2})-([0-5]\d)(?![\d:])/;
function writesHyphens(lines: readonly string[]): boolean {
  if (lines.some((line) => /\d[:.]\d\d/.test(line))) return false;
  const allMinutes = lines.flatMap((line) => HYPHENED.exec(line)?.[2] ?? []);
  return allMinutes.length > 1 && allMinutes.some((minutes) => Number(minutes) > 24);
}
const withColons = (line: string): string => line.replaceAll(/(?<!\d)(\d{1,2})-([0-5]\d)(?!\d)/g, '$1:$2');

type Role = 'start' | 'end' | 'length' | 'label';
const ROLES: readonly [Role, RegExp][] = [
  ['length', /dur[ée]|duration|length|dauer|minut|продолж|длител|czas trwania|min\.?$/i],
  [
    'end',
    /\bend|\bto\b|\bbis\b|finish|\bfin|\bende|hasta|koniec|kraj|конец|\bдо\b|окончан|slut|jusqu|终|結束|结束|終/i,
  ],
  [
    'start',
    /start|begin|\bfrom\b|\bvon\b|\bab\b|beginn|début|debut|inicio|desde|początek|начал|\bс\b|time|uhrzeit|zeit|heure|hora|godzina|время|\bstartar|开始|開始|时间|時間/i,
  ],
];
const roleOf = (cell: string): Role => ROLES.find(([, words]) => words.test(cell))?.[0] ?? 'label';

/** Cells of a table of Word, Excel or Markdown, or of CSV. */
const SEPARATOR = /\t|\||;/;
const cellsOf = (line: string): string[] =>
  line
    .replaceAll(/^\||\|$/g, '')
    .split(line.includes('\t') ? '\t' : line.includes('|') ? '|' : line.includes(';') ? ';' : ',')
    .map((cell) => cell.trim());

function headingOf(rows: readonly Row[]): { row: Row; roles: Role[] } | null {
  const [row, ...others] = rows;
  if (!row || /\d/.test(row.flat) || others.length === 0) return null;
  const cells = cellsOf(row.line);
  const filled = cells.filter((cell) => cell !== '');
  if (filled.length < 2 || !others.some(({ flat }) => cellsOf(flat).length === cells.length)) return null;
  const roles = cells.map(roleOf);
  // A line of CSV with words alone may be a sentence: it is a heading where it names a time.
  if (!SEPARATOR.test(row.line) && !roles.includes('start')) return null;
  return { row, roles };
}

const HOUR_S = 3_600;
const NOON_S = 12 * HOUR_S;

type Span = { begin: number; end: number; start: FoundTime; ends: FoundTime | null };
type Reading = { roles: readonly Role[] | undefined; isCompact: boolean };

const BULLET = /^[\s•●○▪■◦‣⁃·*►▶➢➤✓✔☐☑\uF000-\uF0FF-]+|^o\s+(?=\S)/u;
const NUMBER = /^\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})\s?[.):º°](?:\s+|(?=\d{1,2}[:.h]\d{2}))/i;
/** Between two times that belong together. */
const RANGE = /^\s*(?:-|>|to|till|until|bis|до|по|à|au?|al?|do|til|tot|та|~)\s*$/iu;
const COLUMN = /^\s*[\t|;,/]?\s*(?:and|und|et|y|и|&|\+)?\s*$/iu;

/** Where a line has times: begins and ends by their indexes. */
function spansOf(flat: string, { roles, isCompact }: Reading): Span[] {
  const times = timesIn(flat, isCompact);
  const byRole = roles && byColumns(flat, roles, times);
  if (byRole) return byRole;
  const spans: Span[] = [];
  for (const [at, time] of times.entries()) {
    const last = spans.at(-1);
    const between = last && flat.slice(last.end, time.begin);
    const isPair = times.length === 2 || (times.length === 3 && at === 1 && isLength(times));
    const joins = between !== undefined && (RANGE.test(between) || (isPair && COLUMN.test(between)));
    if (last && !last.ends && joins) {
      last.ends = time.value;
      last.end = time.value.end;
    } else if (!(at === 2 && isLength(times)))
      spans.push({ begin: time.begin, end: time.value.end, start: time.value, ends: null });
  }
  return spans.map(withHalf);
}

type Time = { begin: number; value: FoundTime };

/** True if the third time is the length between the first two. */
const isLength = ([start, end, length]: readonly Time[]): boolean =>
  start !== undefined && end !== undefined && length?.value.seconds === end.value.seconds - start.value.seconds;

function byColumns(flat: string, roles: readonly Role[], times: readonly Time[]): Span[] | null {
  const cells = cellsOf(flat);
  if (cells.length !== roles.length || !roles.includes('start')) return null;
  const timeOf = (role: Role): Time | undefined => {
    const column = roles.indexOf(role);
    let begin = 0;
    for (let cell = 0; cell < column; cell += 1)
      begin = flat.indexOf(cells[cell] ?? '', begin) + (cells[cell] ?? '').length;
    const end = flat.indexOf(cells[column] ?? '', begin) + (cells[column] ?? '').length;
    return column < 0 ? undefined : times.find((time) => time.begin >= begin && time.begin < end);
  };
  const start = timeOf('start');
  if (!start) return null;
  const ends =
    timeOf('end') ?? times.find((time) => RANGE.test(flat.slice(start.value.end, time.begin)) && time !== start);
  const last = Math.max(start.value.end, ends?.value.end ?? 0);
  const begin = Math.min(start.begin, ends?.begin ?? start.begin);
  return [withHalf({ begin, end: last, start: start.value, ends: ends?.value ?? null })];
}

/** `11:30-12:15 PM` and `11:50 am - 1:05`: what is said of one holds for the other, unless the end would be before the start. */
function withHalf(span: Span): Span {
  const { start, ends } = span;
  if (!ends || (start.half === null) === (ends.half === null)) return span;
  const [reference, other] = start.half === null ? [ends, start] : [start, ends];
  if (other.seconds >= NOON_S + HOUR_S) return span;
  const morning = other.seconds % NOON_S;
  const afternoon = morning + NOON_S;
  const isInOrder = (seconds: number): boolean =>
    other === start ? seconds < reference.seconds : seconds > reference.seconds;
  const [same, opposite] = reference.seconds < NOON_S ? [morning, afternoon] : [afternoon, morning];
  const seconds = isInOrder(same) || !isInOrder(opposite) ? same : opposite;
  const read: FoundTime = { ...other, seconds, half: seconds < NOON_S ? 'am' : 'pm' };
  return other === start ? { ...span, start: read } : { ...span, ends: read };
}

/** All times of a line. Digits alone count only at its beginning, or after such a time, and where no other time is in the line. */
function timesIn(flat: string, isCompact: boolean): Time[] {
  const begin = beginOf(flat);
  const exact: Time[] = [];
  const loose: Time[] = [];
  for (let at = begin; at < flat.length;) {
    const value = mayBegin(flat, at, begin) ? timeAt(flat, at) : null;
    if (!value) at += 1;
    else {
      (value.isLoose ? loose : exact).push({ begin: at, value });
      at = value.end;
    }
  }
  if (exact.length > 0) return exact;
  const [first, second] = loose;
  if (!first || !isCellBegin(flat, first.begin, begin)) return [];
  if (!isCompact && /^20[0-5]\d(?!\d)/.test(flat.slice(first.begin))) return [];
  const isPair =
    second &&
    (RANGE.test(flat.slice(first.value.end, second.begin)) ||
      /^\s*[\t|;,]\s*$/.test(flat.slice(first.value.end, second.begin)));
  return isPair ? [first, second] : [first];
}

/** Behind bullets and the number of a list. */
function beginOf(flat: string): number {
  const bullet = BULLET.exec(flat)?.[0].length ?? 0;
  const number = NUMBER.exec(flat.slice(bullet))?.[0].length ?? 0;
  return number > 0 && timeAt(flat, bullet + number) ? bullet + number : bullet;
}

function mayBegin(flat: string, at: number, begin: number): boolean {
  if (at === begin) return true;
  const before = flat[at - 1] ?? '';
  if (/\d/.test(flat[at] ?? '')) return !/[\p{L}\d]/u.test(before) && !/\d[:.]$/.test(flat.slice(0, at));
  return /[\p{L}]/u.test(flat[at] ?? '') && !/[\p{L}\d]/u.test(before);
}

const isCellBegin = (flat: string, at: number, begin: number): boolean =>
  at === begin || /[\t|;,]\s*$/.test(flat.slice(0, at));

/** Whether times go on from noon with 1:05 although no clock of 24 hours has said so. */
function seemsHalved(spans: readonly Span[]): boolean {
  const times = spans.flatMap(({ start, ends }) => (ends ? [start, ends] : [start]));
  if (times.some(({ half, seconds }) => half !== null || seconds >= NOON_S + HOUR_S)) return false;
  const drop = times.findIndex(({ seconds }, at) => at > 0 && seconds < (times[at - 1]?.seconds ?? 0));
  const [before, after] = [times[drop - 1], times[drop]];
  return (
    before !== undefined &&
    after !== undefined &&
    before.seconds >= 10 * HOUR_S &&
    after.seconds >= HOUR_S &&
    after.seconds < 7 * HOUR_S
  );
}

type Spanned = { line: string; flat: string; spans: readonly Span[] };

function bellsOf({ line, flat, spans }: Spanned, isAssumed: boolean, roles: readonly Role[] | undefined): PastedBell[] {
  const labels = labelsOf({ line, flat, spans }, roles);
  const secondsOf = ({ seconds }: FoundTime): number =>
    isAssumed && seconds < 7 * HOUR_S ? seconds + NOON_S : seconds;
  return spans.map(({ start, ends }, at) => ({
    at: timeText(secondsOf(start)),
    label: labels[at] ?? '',
    ends: ends && timeText(secondsOf(ends)),
  }));
}

/** What is left of a line without its times, bullets and number, for each of its bells: what stands before or behind each time, otherwise all of it for all. */
function labelsOf({ line, flat, spans }: Spanned, roles: readonly Role[] | undefined): string[] {
  const [first] = spans;
  if (!first) return [];
  const cells = cellsOf(line);
  if (roles?.length === cells.length && SEPARATOR.test(line))
    return spans.map(() => join(cells.filter((_cell, column) => roles[column] === 'label')));
  const before: string[] = [];
  let at = Math.min(beginOf(flat), first.begin);
  for (const { begin, end } of spans) {
    before.push(trimmed(line.slice(at, begin)));
    at = end;
  }
  const rest = line.slice(at);
  const last = isLengthAlone(rest) ? '' : trimmed(rest);
  const behind = [...before.slice(1), last];
  const isEach = (parts: readonly string[]): boolean => parts.every((part) => part !== '');
  if (last === '' && isEach(before)) return before;
  if (before[0] === '' && isEach(behind)) return behind;
  const isNumber = /^\(?\d{1,3}[.)]?$/.test(before[0] ?? '') && isEach([behind.join('')]);
  const label = join(isNumber ? behind : [...before, last]);
  return spans.map(() => label);
}

/** `0:45`, which is how long the lesson is, and `45 min` */
const isLengthAlone = (text: string): boolean =>
  /^[\s|;,]*(?:0?\d:\d\d|\d{1,3}\s?(?:min(?:utes|uten)?|мин|')\.?)[\s|;,]*$/i.test(text);

const EDGES = /^[\s:;,.|=>–—−\-~()[\]{}*_]+|(?:[\s:;,|=>–—−\-~([{*_]|\.\.+)+$/g;
/** A word that stood between a time and the rest: `from`, `um`. */
const LINKS = /(?:^|\s)(?:@|at|from|um|von|ab|kl\.?|de|à|с|в)$/iu;
function trimmed(part: string): string {
  const text = part
    .replaceAll(EDGES, '')
    .replace(LINKS, '')
    .replaceAll(EDGES, '')
    .replaceAll(/\s*[\t|;]\s*/g, ' ');
  // A bracket of which the other half stood before the text.
  return (text.includes('(') ? text : text.replace(/\)$/, '')).trim();
}

const join = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
