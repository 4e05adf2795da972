import { stringify } from 'csv-stringify/sync';

/** With it spreadsheets read a file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The names of columns need no quotes. */
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
  toRecord: (row: Row) => object;
};

/** The first page is read before anything is sent, so that a failure is an ordinary error. */
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
