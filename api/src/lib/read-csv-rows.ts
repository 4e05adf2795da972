import { CsvError, parse, type Info } from 'csv-parse';
import { Readable, pipeline } from 'node:stream';
import { AppError } from '../errors.ts';
import { createYielder } from './map-yielding.ts';

const COLUMNS_MAX = 50;
/** What is parsed without a pause: one or two milliseconds of work. */
const PART_BYTES = 32_768;
/** Those of spreadsheets, with that of RFC 4180 first, and what programs export. */
const DELIMITERS = [',', ';', '\t', '|'] as const;

type CsvRow = {
  /** Its last line in the file, from 1. */
  line: number;
  /** Trimmed cells by the names of the columns, without what spreadsheets and exports put around a text. */
  cells: Record<string, string>;
  /** Whether it has more cells than the head, as where a cell with a comma has no quotes. */
  hasSurplus: boolean;
};
type CsvShape = {
  columns: readonly string[];
  required: readonly string[];
  linesMax: number;
  lineBytesMax: number;
};

export const SURPLUS_REASON =
  'This line has more cells than the first one. Put a text that contains the separator between quotes';

/**
 * Reads CSV by RFC 4180 with a head, as spreadsheets and people write it (see DEV-51), and calls `onRow` for each line that is not empty. The names
 * of columns are compared without case, blanks, hyphens and underscores. Others go on meanwhile, however large the file is. Throws unprocessable for
 * no such file.
 * @returns the names in the head that are not read, and the number of lines below it
 */
export async function readCsvRows(
  text: string,
  shape: CsvShape,
  onRow: (row: CsvRow) => void,
): Promise<{ ignored: string[]; total: number }> {
  const { body, linesBefore, delimiter } = openFile(text, shape.columns);
  const parser = parse({
    bom: true,
    delimiter,
    // Files that were put together from several have more than one.
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    // An inch mark within a cell is none around it.
    relax_quotes: true,
    relax_column_count: true,
    // Blanks before a quote are none of the cell; a tab may be the separator.
    ltrim: delimiter !== '\t',
    skip_empty_lines: true,
    max_record_size: shape.lineBytesMax,
  });
  // An error of the parser reaches the loop.
  const records: AsyncIterable<{ info: Info; record: string[] }> = pipeline(
    Readable.from(partsOf(body)),
    parser,
    () => undefined,
  );
  const breathe = createYielder();
  let head: Head | null = null;
  let total = 0;
  try {
    for await (const { info, record } of records) {
      await breathe();
      if (record.every((cell) => cell.trim() === '')) continue;
      if (head === null) {
        head = readHead(record, shape);
        continue;
      }
      total += 1;
      if (total > shape.linesMax) throw unreadable(`A file has ${shape.linesMax} lines at most`);
      const { columns, width } = head;
      const cells = columns.flatMap((name, at) => (name === null ? [] : [[name, cellOf(record[at] ?? '')] as const]));
      const hasSurplus = record.slice(width).some((cell) => cell.trim() !== '');
      onRow({ line: info.lines + linesBefore, cells: Object.fromEntries(cells), hasSurplus });
    }
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`The file is no valid CSV: ${error.message}`);
    throw error;
  }
  if (head === null || total === 0) throw unreadable('The file has no lines');
  return { ignored: head.ignored, total };
}

/** The first line of spreadsheets that names the separator: `sep=;`. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([^\r\n])"?[,;\t ]*(?:\r\n|\n|\r|$)/i;

function openFile(text: string, columns: readonly string[]): { body: string; linesBefore: number; delimiter: string } {
  const [line, named] = SEPARATOR_LINE.exec(text.slice(0, 40)) ?? [];
  const body = line === undefined ? text : text.slice(line.length);
  if (named !== undefined) return { body, linesBefore: 1, delimiter: named };
  const first = /[^\r\n]+/.exec(body.slice(0, HEAD_CHARS))?.[0] ?? '';
  const keys = new Set(columns.map(keyOf));
  const namesBy = (delimiter: string): number => first.split(delimiter).filter((name) => keys.has(keyOf(name))).length;
  const delimiter = DELIMITERS.reduce((best, each) => (namesBy(each) > namesBy(best) ? each : best));
  return { body, linesBefore: 0, delimiter };
}
const HEAD_CHARS = 10_000;

type Head = {
  /** The column that is read at each position; null for others. */
  columns: readonly (string | null)[];
  width: number;
  ignored: string[];
};

function readHead(record: readonly string[], { columns, required }: CsvShape): Head {
  const byKey = new Map(columns.map((column) => [keyOf(column), column]));
  const names = record.slice(0, COLUMNS_MAX);
  const read = names.map((name) => byKey.get(keyOf(name)) ?? null);
  const twice = read.find((name, at) => name !== null && read.indexOf(name) !== at);
  if (twice) throw unreadable(`The column “${twice}” is there twice in the first line. Remove one of the two`);
  for (const column of required)
    if (!read.includes(column)) throw unreadable(`The file has no column “${column}” in its first line`);
  const ignored = names
    .filter((name, at) => read[at] === null && keyOf(name) !== '')
    .map((name) => name.trim().toLowerCase());
  return { columns: read, width: record.length, ignored };
}

/** A name in the head without case and what surrounds or joins its words: ` E-Mail ` and `email` are one. */
const keyOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}"'=_-]/gu, '');

/**
 * The text of a cell: spreadsheets write `="0123"` for a text that looks like a number, and exports an apostrophe before what looks like a formula.
 */
function cellOf(value: string): string {
  const text = value.trim();
  const quoted =
    text.startsWith('="') && text.endsWith('"') && text.length > 2 ? text.slice(2, -1).replaceAll('""', '"') : text;
  return quoted.trim().replace(/^'(?=[=+\-@\t\r])/, '');
}

function* partsOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

const unreadable = (message: string): AppError => new AppError('unprocessable', message);
