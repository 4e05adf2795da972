import { csvHeader, csvLines } from '../../../../lib/csv.ts';
import type { ReportRow } from '../tasks.repository.ts';

/** The maximum number of attached lines; the whole report is on the page of proof of play. */
export const REPORT_LINES_MAX = 20_000;
/** The maximum size of the attachment, since mail servers commonly accept some 10 MB, and encoding adds a third. */
const BYTES_MAX = 5_000_000;
const COLUMNS = ['time', 'announcement', 'place', 'state', 'reason', 'local_time', 'time_zone'];

/**
 * As many of the rows, from the first, as CSV as fit into the attachment.
 */
export function reportCsv(rows: readonly ReportRow[], bytesMax = BYTES_MAX): { content: string; lines: number } {
  const header = csvHeader(COLUMNS);
  const parts = [header];
  let bytes = Buffer.byteLength(header);
  for (const row of rows.slice(0, REPORT_LINES_MAX)) {
    const line = csvLines([{ ...row, time: row.at.toISOString(), announcement: row.title }], COLUMNS);
    bytes += Buffer.byteLength(line);
    if (bytes > bytesMax) break;
    parts.push(line);
  }
  return { content: parts.join(''), lines: parts.length - 1 };
}
