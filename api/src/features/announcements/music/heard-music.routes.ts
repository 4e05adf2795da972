import { heardMusicHttp, type MusicFilter } from '@belfry/schemas/http/announcements/heard-music';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { Reply } from '../../../http/routes/route.ts';
import { exportCsv } from '../../../lib/csv.ts';
import { readableAnnouncements, type VisibleOwners } from '../../../policies/owners.ts';
import { serve } from '../../../serve.ts';
import { ownersOf } from '../index.ts';
import { listHeard, listHeardPlaces, readHeard, type StoredHeard } from './heard-music.repository.ts';
import { storeReport } from './tracks.service.ts';

const PLACES = 2;
const COLUMNS = [
  'place',
  'serial',
  'artist',
  'title',
  'name',
  'duration_s',
  'plays',
  'seconds',
  'first_day',
  'last_day',
] as const;

/** The report as CSV, some places after others. Throws before anything is sent if the first ones cannot be read. */
async function exportMusic(
  { long }: Pick<Deps, 'long'>,
  user: Principal,
  owners: VisibleOwners,
  filter: MusicFilter,
): Promise<AsyncIterable<string>> {
  const places = await long.read(user.id, ({ db }) => listHeardPlaces(db, owners, filter));
  return exportCsv<StoredHeard>({
    columns: COLUMNS,
    // A page has as many rows as its places have tracks; the one after the last is empty.
    pageSize: 1,
    async readPage() {
      const some = places.splice(0, PLACES);
      return some.length === 0 ? [] : long.read(user.id, ({ db }) => readHeard(db, owners, filter, some));
    },
    toRecord: ({ duration_ms, ...row }) => ({ ...row, duration_s: Math.round(duration_ms / 1_000) }),
  });
}

export const heardMusicRoutes = [
  serve(
    heardMusicHttp.report,
    { access: 'device-or-admin', policy: 'own', audit: 'none: it is the request of a device' },
    async ({ deps, device, body }) => {
      if (!device) throw notFound('Only devices report what they have played');
      return { stored_seq: await storeReport(deps, device, body) };
    },
  ),
  serve(
    heardMusicHttp.tracks,
    { access: 'signed-in', policy: readableAnnouncements },
    async ({ deps, user, policy, query: { page, page_size: limit, user_id, ...filter } }) => {
      const owners = await ownersOf(deps, policy, user, user_id);
      const { rows, total } = await deps.long.read(user.id, ({ db }) =>
        listHeard(db, owners, filter, { limit, offset: (page - 1) * limit }),
      );
      const answer = rows.map(({ device_id: _device, ...row }) => row);
      return Reply.of(answer, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  serve(
    heardMusicHttp.csv,
    { access: 'signed-in', policy: readableAnnouncements },
    async ({ deps, user, policy, query: { user_id, ...filter } }) => {
      const chunks = await exportMusic(deps, user, await ownersOf(deps, policy, user, user_id), filter);
      const name = `music-${filter.from}-${filter.to}.csv`;
      return Reply.chunks(chunks, 'text/csv; charset=utf-8', {
        headers: { 'Content-Disposition': `attachment; filename="${name}"` },
      });
    },
  ),
];
