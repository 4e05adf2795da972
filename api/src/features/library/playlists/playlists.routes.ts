import { playlistBodySchema, playlistPatchSchema } from '@belfry/schemas/http/announcements/library-audio';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { fieldError } from '../../../errors.ts';
import { resourceRoutes, type ResourceWriter } from '../resource.routes.ts';
import { findPlayersOf } from '../uses.repository.ts';
import { deletePlaylist, insertPlaylist, replaceItems, updatePlaylist } from './playlists.repository.ts';
import { playlistsResource as resource } from './playlists.resource.ts';
import type { z } from 'zod';

const PATH = '/playlists';
type Body = z.output<typeof playlistBodySchema>;
type Patch = z.output<typeof playlistPatchSchema>;

const writer: ResourceWriter<Body, Patch> = {
  body: playlistBodySchema,
  patch: playlistPatchSchema,
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

export const playlistsRoutes = resourceRoutes(PATH, resource, writer, {
  delete: deletePlaylist,
  findUses: (trx, id) => findPlayersOf(trx, 'playlist_id', id),
});
