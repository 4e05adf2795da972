import type { ProofFilter } from '@belfry/schemas/http/announcements/proof-of-play';
import type { Principal } from '../../../http/routes/principal.ts';
import { exportCsv } from '../../../lib/csv.ts';
import type { VisibleOwners } from '../../../policies/visible-owners.ts';
import { readProofPage, type StoredProof } from './proof.repository.ts';
import type { Deps } from '../../../deps.ts';

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
  'time_zone',
  'reported_at',
  'clock_skew_ms',
] as const satisfies (keyof StoredProof)[];

const instantOf = (value: Date | null): string => value?.toISOString() ?? '';

/** Proof of play as CSV, page by page. Throws before anything is sent if the first page cannot be read. */
export const exportProof = (
  { long }: Pick<Deps, 'long'>,
  user: Principal,
  owners: VisibleOwners,
  filter: ProofFilter,
): Promise<AsyncIterable<string>> =>
  exportCsv<StoredProof>({
    columns: COLUMNS,
    pageSize: PAGE,
    readPage: (after) => long.read(user.id, ({ db }) => readProofPage(db, owners, filter, { after, limit: PAGE })),
    toRecord: (row) => ({
      ...row,
      at: instantOf(row.at),
      started_at: instantOf(row.started_at),
      finished_at: instantOf(row.finished_at),
      reported_at: instantOf(row.reported_at),
    }),
  });
