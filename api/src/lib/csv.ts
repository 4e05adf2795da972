import { stringify } from 'csv-stringify/sync';
import { Readable, pipeline } from 'node:stream';
import { CsvError, parse, type Info } from 'csv-parse';
import { AppError } from '../errors.ts';
import { createYielder } from './map-yielding.ts';

/** With it spreadsheets read a file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The first line of a CSV file; the names of columns need no quotes. */
export const csvHeader = (columns: readonly string[]): string => `${BYTE_ORDER_MARK}${columns.join(',')}\r\n`;

/** Lines of CSV by RFC 4180. A cell that a spreadsheet would read as a formula is preceded by an apostrophe. */
export const csvLines = (rows: readonly object[], columns: readonly string[]): string =>
  stringify([...rows], { columns: [...columns], record_delimiter: 'windows', escape_formulas: true });

type CsvPages<Row> = {
  columns: readonly string[];
  /** Rows of one page, which is read by one statement, so that a slow client occupies no connection. */
  pageSize: number;
  /** Reads the page after a row; the first one after null. */
  readPage: (after: Row | null) => Promise<Row[]>;
  /** The values of a row by the names of the columns. */
  toRecord: (row: Row) => object;
};

/** A CSV file, page by page. The first page is read before anything is sent, so that a failure is an ordinary error. */
export async function exportCsv<Row>({
  columns,
  pageSize,
  readPage,
  toRecord,
}: CsvPages<Row>): Promise<AsyncIterable<string>> {
  const first = await readPage(null);
  return (async function* () {
    yield csvHeader(columns);
    for (let page = first; page.length > 0; page = page.length < pageSize ? [] : await readPage(page.at(-1) ?? null)) {
      yield csvLines(page.map(toRecord), columns);
    }
  })();
}

const COLUMNS_MAX = 50;
/** What is parsed without a pause: one or two milliseconds of work. */
const PART_BYTES = 32_768;

type CsvRow = {
  /** In the file; the head is line 1. */
  line: number;
  /** Trimmed cells by the names of the columns, without the apostrophe that an export puts before what looks like a formula. */
  cells: Record<string, string>;
};
type CsvShape = {
  /** The columns that are read, in lower case; others are skipped. */
  columns: readonly string[];
  /** The columns that the head must have. */
  required: readonly string[];
  /** The largest number of lines below the head. */
  linesMax: number;
  /** The longest line, in bytes. */
  lineBytesMax: number;
};

/**
 * Reads CSV by RFC 4180 with a head, and calls `onRow` for each line. A semicolon is recognised as delimiter, too, because spreadsheets of
 * countries with a decimal comma write it. Others go on meanwhile, however large the file is. Throws unprocessable for no such file.
 * @returns the names in the head, in lower case, and the number of lines below it
 */
export async function readCsvRows(
  text: string,
  { columns, required, linesMax, lineBytesMax }: CsvShape,
  onRow: (row: CsvRow) => void,
): Promise<{ names: string[]; total: number }> {
  let names: string[] = [];
  let total = 0;
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(text),
    info: true,
    columns: (head: string[]) => {
      names = head.slice(0, COLUMNS_MAX).map((name) => name.trim().toLowerCase());
      return names.map((name) => columns.includes(name) && name);
    },
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: lineBytesMax,
  });
  // An error of the parser reaches the loop.
  const rows: AsyncIterable<{ info: Info; record: Record<string, string> }> = pipeline(
    Readable.from(partsOf(text)),
    parser,
    () => undefined,
  );
  const breathe = createYielder();
  try {
    for await (const { info, record } of rows) {
      await breathe();
      total += 1;
      if (total > linesMax) throw unreadable(`A file has ${linesMax} lines at most`);
      if (total === 1) requireColumns(names, required);
      onRow({ line: info.lines, cells: cellsOf(record) });
    }
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`The file is no valid CSV: ${error.message}`);
    throw error;
  }
  if (total === 0) throw unreadable('The file has no lines');
  return { names, total };
}

function delimiterOf(text: string): ',' | ';' {
  const [head = ''] = text.split('\n', 1);
  return head.includes(';') && !head.includes(',') ? ';' : ',';
}

function* partsOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

function requireColumns(names: readonly string[], required: readonly string[]): void {
  for (const column of required)
    if (!names.includes(column)) throw unreadable(`The file has no column “${column}” in its first line`);
}

const cellsOf = (record: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, value.trim().replace(/^'(?=[=+\-@\t\r])/, '')]),
  );

const unreadable = (message: string): AppError => new AppError('unprocessable', message);
