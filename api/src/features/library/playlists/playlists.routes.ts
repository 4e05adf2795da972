import { playlistsHttp } from '@belfry/schemas/http/library/audio';
import type { Parsed } from '@belfry/schemas/http/endpoint';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { fieldError } from '../../../errors.ts';
import { resourceRoutes, type ResourceWriter } from '../resource.routes.ts';
import { findPlayersOf } from '../uses.repository.ts';
import { deletePlaylist, insertPlaylist, replaceItems, updatePlaylist } from './playlists.repository.ts';
import { playlistsResource as resource } from './playlists.resource.ts';

type Body = Parsed<typeof playlistsHttp.create, 'body'>;
type Patch = Parsed<typeof playlistsHttp.change, 'body'>;

const writer: ResourceWriter<Body, Patch> = {
  async insert(trx, ownerId, body) {
    const id = await insertPlaylist(trx, ownerId, body);
    await writeItems(trx, { id, user_id: ownerId }, body.audio_ids);
    return id;
  },
  async update(trx, row, patch) {
    await updatePlaylist(trx, row.id, patch);
    if (patch.audio_ids) await writeItems(trx, row, patch.audio_ids);
  },
};

async function writeItems(
  trx: Kysely<Database>,
  playlist: { id: number; user_id: number },
  audioIds: readonly number[],
): Promise<void> {
  if (await replaceItems(trx, playlist, audioIds)) return;
  throw fieldError(
    'unprocessable',
    'audio_ids',
    'The playlist names audio that does not exist. Please reload the page.',
  );
}

export const playlistsRoutes = resourceRoutes(playlistsHttp, resource, writer, {
  delete: deletePlaylist,
  findUses: (trx, id) => findPlayersOf(trx, 'playlist_id', id),
});
