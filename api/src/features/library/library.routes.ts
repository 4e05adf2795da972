import type { Parsed } from '@belfry/schemas/http/endpoint';
import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { chimesHttp } from '@belfry/schemas/http/library/chimes';
import { messagesHttp, dictionaryHttp } from '@belfry/schemas/http/library/texts';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isTaken } from '../../db/errors.ts';
import { fieldError, notFound } from '../../errors.ts';
import { audioRoutes } from './audio.routes.ts';
import { chimesResource, insertChime, updateChime } from './chimes.repository.ts';
import { itemsRoute } from './items.routes.ts';
import { loudnessRoutes } from './loudness.routes.ts';
import { insertEntry, updateEntry, dictionaryResource } from './dictionary.repository.ts';
import { messagesResource } from './messages.repository.ts';
import { changeMessage, writeMessageFor } from './messages.service.ts';
import {
  holdPlaylist,
  insertPlaylist,
  replaceItems,
  updatePlaylist,
  playlistsResource,
} from './playlists.repository.ts';
import { previewRoute } from './preview.routes.ts';
import { resourceRoutes, type ResourceWriter } from './resource.routes.ts';
import { holdAudio } from './sounds.repository.ts';
import { insertStation, updateStation, stationsResource } from './stations.repository.ts';
import { usesRoute } from './uses.routes.ts';
import { voicesInUseRoutes } from './voices-in-use.routes.ts';
import { findPlayersOf, findUsesOfChime, findUsesOfMessage, findUsesOfPlaylist } from './uses.repository.ts';

const messagesRoutes = resourceRoutes(
  messagesHttp,
  messagesResource,
  { insert: writeMessageFor, update: changeMessage },
  findUsesOfMessage,
);

type PlaylistBody = Parsed<typeof playlistsHttp.create, 'body'>;
type PlaylistPatch = Parsed<typeof playlistsHttp.change, 'body'>;

const playlistWriter: ResourceWriter<PlaylistBody, PlaylistPatch> = {
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

const playlistsRoutes = resourceRoutes(playlistsHttp, playlistsResource, playlistWriter, findUsesOfPlaylist);

const stationsRoutes = resourceRoutes(
  stationsHttp,
  stationsResource,
  {
    async insert(trx, ownerId, body) {
      await requirePlaylist(trx, ownerId, body.fallback_playlist_id);
      return insertStation(trx, ownerId, body);
    },
    async update(trx, { id, user_id }, patch) {
      await requirePlaylist(trx, user_id, patch.fallback_playlist_id);
      await updateStation(trx, id, patch);
    },
  },
  (trx, id) => findPlayersOf(trx, 'station_id', id),
);

async function requirePlaylist(trx: Kysely<Database>, ownerId: number, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  if (!(await holdPlaylist(trx, ownerId, id))) throw notFound('Playlist not found');
}

const chimesRoutes = resourceRoutes(
  chimesHttp,
  chimesResource,
  {
    async insert(trx, ownerId, body) {
      await requireAudio(trx, ownerId, body.audio_id);
      return insertChime(trx, ownerId, body);
    },
    async update(trx, { id, user_id }, patch) {
      if (patch.audio_id !== undefined) await requireAudio(trx, user_id, patch.audio_id);
      await updateChime(trx, id, patch);
    },
  },
  findUsesOfChime,
);

async function requireAudio(trx: Kysely<Database>, ownerId: number, id: number): Promise<void> {
  if (!(await holdAudio(trx, ownerId, [id]))) throw notFound('Audio not found');
}

const dictionaryRoutes = resourceRoutes(
  dictionaryHttp,
  dictionaryResource,
  {
    insert: (trx, ownerId, body) => insertEntry(trx, ownerId, body).catch(throwTaken),
    update: (trx, { id }, patch) => updateEntry(trx, id, patch).catch(throwTaken),
  },
  null,
);

function throwTaken(error: unknown): never {
  if (!isTaken(error)) throw error;
  throw fieldError('conflict', 'word', 'There is a pronunciation of this word already');
}

export const libraryRoutes = [
  previewRoute,
  itemsRoute,
  ...voicesInUseRoutes,
  usesRoute,
  ...messagesRoutes,
  ...audioRoutes,
  ...loudnessRoutes,
  ...playlistsRoutes,
  ...stationsRoutes,
  ...chimesRoutes,
  ...dictionaryRoutes,
];
