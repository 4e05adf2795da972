import { stringify } from 'csv-stringify/sync';
import type { ReportRow } from '../tasks.repository.ts';

/** More lines are not attached; the whole report is on the page of proof of play. */
export const REPORT_LINES_MAX = 20_000;
/** Of the attachment, since mail servers commonly accept some 10 MB, and encoding adds a third. */
const BYTES_MAX = 5_000_000;
const COLUMNS = ['time', 'announcement', 'place', 'state', 'reason'];
/** Spreadsheets open UTF-8 with it. */
const BOM = '\uFEFF';

/**
 * Rows as CSV by RFC 4180 with as many of them, from the first, as fit into the attachment. A cell that a spreadsheet would read as a
 * formula is preceded by an apostrophe.
 */
export function reportCsv(rows: readonly ReportRow[], bytesMax = BYTES_MAX): { content: string; lines: number } {
  const parts = [BOM + lineOf(COLUMNS)];
  let bytes = Buffer.byteLength(parts[0] ?? '');
  for (const row of rows.slice(0, REPORT_LINES_MAX)) {
    const line = lineOf([row.at.toISOString(), row.title, row.place, row.state, row.reason ?? '']);
    bytes += Buffer.byteLength(line);
    if (bytes > bytesMax) break;
    parts.push(line);
  }
  return { content: parts.join(''), lines: parts.length - 1 };
}

const lineOf = (cells: string[]): string => stringify([cells], { record_delimiter: 'windows', escape_formulas: true });
