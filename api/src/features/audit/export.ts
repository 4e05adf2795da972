import { AUDIT_CSV_ROWS_MAX, AUDIT_EXPORT_ROWS_MAX } from '@belfry/schemas/domain/audit';
import { AUDIT_FORMAT, type AuditLine, type ChainEnd, endText } from '@belfry/schemas/domain/audit-chain';
import type { AuditFilter } from '@belfry/schemas/http/audit';
import { sql } from 'kysely';
import { findEnds, findRoots, readChain } from '../../audit/chain/chain.repository.ts';
import { findSigner } from '../../audit/chain/signing-key.ts';
import type { Deps } from '../../deps.ts';
import { exportCsv } from '../../lib/csv.ts';
import { readEntriesAfter, type AuditReader, type ExportedEntry } from './audit.repository.ts';
import { readableRows } from './readable-audit.ts';

const CSV_PAGE = 500;
const COLUMNS = [
  'id',
  'at',
  'door',
  'actor',
  'actor_email',
  'acting_as',
  'ip',
  'key_id',
  'api_key_id',
  'action',
  'object_kind',
  'object_id',
  'object_name',
  'company_id',
  'company_name',
  'before',
  'after',
  'details',
] as const;

const jsonOf = (value: unknown): string => (value === null ? '' : JSON.stringify(value));

/** The rows as CSV, page by page. Throws before anything is sent if the first page cannot be read. */
export function exportEntries(
  { long }: Pick<Deps, 'long'>,
  reader: AuditReader,
  filter: AuditFilter,
): Promise<AsyncIterable<string>> {
  let left = AUDIT_CSV_ROWS_MAX;
  return exportCsv<ExportedEntry>({
    columns: COLUMNS,
    pageSize: CSV_PAGE,
    readPage: async (after) => {
      const limit = Math.min(CSV_PAGE, left);
      if (limit === 0) return [];
      left -= limit;
      return long.read(reader.caller.id, ({ db }) => readEntriesAfter(db, reader, filter, { after, limit }));
    },
    toRecord: ({ actor, acting_as, before, after, details, at_us, ...row }) => ({
      ...row,
      at: at_us,
      actor: actor?.name ?? '',
      actor_email: actor?.email ?? '',
      acting_as: acting_as?.email ?? '',
      before: jsonOf(before),
      after: jsonOf(after),
      details: jsonOf(details),
    }),
  });
}

const CHAIN_PAGE = 500;

/**
 * The chain as JSON lines: what the first row follows, a line for each row, and a signed end; see docs/product/audit.md. Rows that the reader must
 * not see have their place only. @param after the place behind which it begins
 */
export async function exportChain(
  { db, long, config }: Pick<Deps, 'db' | 'long' | 'config'>,
  { caller, policy }: AuditReader,
  after: number,
): Promise<AsyncIterable<string>> {
  const signer = await findSigner(db, config);
  const { start, end } = await findEnds(db);
  const hidden = sql`not ${readableRows(caller, policy)}`;
  const read = (behind: number) =>
    long.read(caller.id, (connections) =>
      readChain(connections.db, { after: behind, upTo: end.seq, limit: CHAIN_PAGE }, hidden),
    );
  const first = await read(after);
  const begin = after <= start.seq ? start : beginOf(first[0], start);
  const roots = (await findRoots(db)).filter(({ seq }) => seq > begin.seq);
  return (async function* () {
    yield lineOf({ format: AUDIT_FORMAT, public_key: signer.publicKey, start: begin, roots });
    let last: ChainEnd = begin;
    let count = 0;
    for (let page = first; page.length > 0 && count < AUDIT_EXPORT_ROWS_MAX; page = await read(last.seq)) {
      yield page.map(exportedLine).join('');
      const { seq, id, hash } = page.at(-1) as AuditLine;
      last = { seq, id, hash };
      count += page.length;
    }
    yield lineOf({ end: last, signature: signer.sign(endText(last)) });
  })();
}

const beginOf = (first: AuditLine | undefined, start: ChainEnd): ChainEnd =>
  first ? { seq: first.seq - 1, id: first.prev_id, hash: first.prev_hash } : start;

function exportedLine({ is_hidden, ...line }: AuditLine & { is_hidden: boolean }): string {
  if (!is_hidden) return lineOf(line);
  const { seq, id, prev_id, prev_hash, hash } = line;
  return lineOf({ seq, id, prev_id, prev_hash, hash, hidden: true });
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;
