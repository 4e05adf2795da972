import type { ProofFilter } from '@belfry/schemas/http/proof-of-play';
import { stringify } from 'csv-stringify/sync';
import type { Principal } from '../../../http/routes/principal.ts';
import type { AnnouncementsDeps } from '../deps.ts';
import { readProofPage, type StoredProof } from './proof.repository.ts';

/** Rows of one statement, so that a slow client occupies no connection. */
const PAGE = 1_000;
const COLUMNS = [
  'at',
  'kind',
  'title',
  'place',
  'serial',
  'state',
  'started_at',
  'finished_at',
  'reason',
  'schedule_id',
  'run_id',
] as const satisfies (keyof StoredProof)[];
/** Spreadsheets open UTF-8 with it. */
const BOM = '\uFEFF';
const HEAD = `${BOM}${COLUMNS.join(',')}\r\n`;

const cell = (value: Date | null): string => value?.toISOString() ?? '';
/** Lines by RFC 4180. A cell that a spreadsheet would read as a formula is preceded by an apostrophe. */
const linesOf = (rows: readonly StoredProof[]): string =>
  stringify(
    rows.map((row) => ({
      ...row,
      at: cell(row.at),
      started_at: cell(row.started_at),
      finished_at: cell(row.finished_at),
    })),
    { columns: [...COLUMNS], record_delimiter: 'windows', escape_formulas: true },
  );

/** Proof of play as CSV, page by page. The first page is read before anything is sent, so that a failure is an ordinary error. */
export async function exportProof(
  { long }: Pick<AnnouncementsDeps, 'long'>,
  user: Principal,
  ownerId: number | null,
  filter: ProofFilter,
): Promise<AsyncIterable<string>> {
  const read = (after: StoredProof | null) =>
    long.read(user.id, ({ db }) => readProofPage(db, ownerId, filter, { after, limit: PAGE }));
  const first = await read(null);
  return (async function* () {
    yield HEAD;
    for (let page = first; page.length > 0; page = page.length < PAGE ? [] : await read(page.at(-1) ?? null)) {
      yield linesOf(page);
    }
  })();
}
