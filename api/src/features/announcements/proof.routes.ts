import { reasonOf } from '@belfry/schemas/domain/reasons';
import { proofOfPlayHttp, type ProofFilter } from '@belfry/schemas/http/announcements/proof-of-play';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { Reply } from '../../http/routes/route.ts';
import { exportCsv } from '../../lib/csv.ts';
import { readableAnnouncements, type VisibleOwners } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { ownersOf } from './named-owners.ts';
import { listProof, listProofRuns, readProofPage, type StoredProof } from './proof.repository.ts';

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
const exportProof = (
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

export const proofRoutes = [
  serve(
    proofOfPlayHttp.places,
    { access: 'signed-in', policy: readableAnnouncements },
    async ({ deps, user, policy, query: { page, page_size: limit, user_id, ...filter } }) => {
      const owners = await ownersOf(deps, policy, user, user_id);
      const { rows, total } = await deps.long.read(user.id, ({ db }) =>
        listProof(db, owners, filter, { limit, offset: (page - 1) * limit }),
      );
      const answer = rows.map(({ device_id: _device, ...row }) => Object.assign(row, reasonOf(row.reason)));
      return Reply.of(answer, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  serve(
    proofOfPlayHttp.runs,
    { access: 'signed-in', policy: readableAnnouncements },
    async ({ deps, user, policy, query: { page, page_size: limit, user_id, ...filter } }) => {
      const owners = await ownersOf(deps, policy, user, user_id);
      const { rows, total } = await deps.long.read(user.id, ({ db }) =>
        listProofRuns(db, owners, filter, { limit, offset: (page - 1) * limit }),
      );
      return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  serve(
    proofOfPlayHttp.csv,
    { access: 'signed-in', policy: readableAnnouncements },
    async ({ deps, user, policy, query: { user_id, ...query } }) => {
      const chunks = await exportProof(deps, user, await ownersOf(deps, policy, user, user_id), query);
      const name = `proof-of-play-${query.from.slice(0, 10)}.csv`;
      return Reply.chunks(chunks, 'text/csv; charset=utf-8', {
        headers: { 'Content-Disposition': `attachment; filename="${name}"` },
      });
    },
  ),
];
