import { type LibraryItem, libraryItemsHttp, LISTED_PEAKS_MAX } from '@belfry/schemas/http/library/items';
import type { UsedKind } from '@belfry/schemas/http/library/uses';
import type { Deps } from '../../deps.ts';
import { Reply } from '../../http/routes/route.ts';
import { findListedOwners } from '../../people/owner-access.ts';
import type { Caller } from '../../policies/accounts.ts';
import { canListLibraryOf, readableLibrary, type VisibleOwners } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { audioResource } from './audio.repository.ts';
import { chimesResource } from './chimes.repository.ts';
import { countUses, findListed } from './items.repository.ts';
import { messagesResource } from './messages.repository.ts';
import { playlistsResource } from './playlists.repository.ts';
import { thoseOf } from './resource.service.ts';
import { stationsResource } from './stations.repository.ts';

type Asked = { user: Caller; owners: VisibleOwners; ids: readonly number[] };
type Item = { id: number };

const READ: Record<UsedKind, (deps: Pick<Deps, 'db'>, asked: Asked) => Promise<Item[]>> = {
  messages: (deps, asked) => thoseOf(deps, messagesResource, asked),
  audio: async (deps, asked) =>
    (await thoseOf(deps, audioResource, asked)).map((audio) => Object.assign(audio, { peaks: fewer(audio.peaks) })),
  chimes: (deps, asked) => thoseOf(deps, chimesResource, asked),
  playlists: (deps, asked) => thoseOf(deps, playlistsResource, asked),
  stations: (deps, asked) => thoseOf(deps, stationsResource, asked),
};
const KINDS = Object.keys(READ) as UsedKind[];

/** The highest of as many neighbours as make the waveform short enough for a list. */
function fewer(peaks: readonly number[]): number[] {
  const step = Math.max(1, Math.ceil(peaks.length / LISTED_PEAKS_MAX));
  return Array.from({ length: Math.ceil(peaks.length / step) }, (_, part) =>
    Math.max(...peaks.slice(part * step, (part + 1) * step)),
  );
}

export const itemsRoute = serve(
  libraryItemsHttp.list,
  { access: 'signed-in', policy: canListLibraryOf },
  async ({ deps, user, policy, query }) => {
    const owners = await findListedOwners(deps.db, user, query.user_id, { policy, visible: readableLibrary });
    const { rows, total } = await findListed(deps.db, owners, query);
    const idsOf = (kind: UsedKind): number[] => rows.filter((row) => row.kind === kind).map(({ id }) => id);
    const ids = Object.fromEntries(KINDS.map((kind) => [kind, idsOf(kind)])) as Record<UsedKind, number[]>;
    const uses = await countUses(deps.db, owners, ids);
    const items = new Map<string, Item>();
    for (const kind of KINDS)
      for (const item of await READ[kind](deps, { user, owners, ids: ids[kind] }))
        items.set(`${kind}:${item.id}`, item);
    // One that was deleted meanwhile is left out.
    const listed = rows.flatMap(({ kind, id, last_used_at }) => {
      const item = items.get(`${kind}:${id}`);
      const row = {
        kind,
        item,
        uses: uses.get(`${kind}:${id}`) ?? 0,
        last_used_at: last_used_at?.toISOString() ?? null,
      };
      return item ? [row as LibraryItem] : [];
    });
    return Reply.json(JSON.stringify(listed), { headers: { 'X-Total-Count': String(total) } });
  },
);
