import type { Parsed } from '@belfry/schemas/http/endpoint';
import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { messagesHttp, dictionaryHttp } from '@belfry/schemas/http/library/texts';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isTaken } from '../../db/errors.ts';
import { AppError, fieldError } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { findNewOwner } from '../../people/owner-access.ts';
import { canListLibraryOf } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { SpeechError } from '../speech/index.ts';
import { audioRoutes } from './audio.routes.ts';
import { loudnessRoutes } from './loudness.routes.ts';
import { loadDictionary, insertEntry, updateEntry, dictionaryResource } from './dictionary.repository.ts';
import { messagesResource } from './messages.repository.ts';
import { changeMessage, writeMessageFor } from './messages.service.ts';
import { insertPlaylist, replaceItems, updatePlaylist, playlistsResource } from './playlists.repository.ts';
import { resourceRoutes, type ResourceWriter } from './resource.routes.ts';
import { defaultVoiceOf, speechFor } from './speech-for.ts';
import { insertStation, updateStation, stationsResource } from './stations.repository.ts';
import { findPlayersOf, findUsesOfMessage } from './uses.repository.ts';

/** Each preview may be a request to the speech provider. */
const PER_USER = { hits: 60, windowSeconds: 600 };

const previewRoute = serve(
  messagesHttp.preview,
  { access: 'signed-in', policy: canListLibraryOf },
  async ({ deps, user, policy, query, body: { text, language, voice, place, time_zone, chime } }) => {
    await countAttempt(deps, [{ key: `speech-preview:${user.id}`, ...PER_USER }]);
    const ownerId = await findNewOwner(deps.db, user, query.user_id, { policy, right: 'read-texts' });
    const dictionary = await loadDictionary(deps.db, ownerId);
    const heard = { name: place, language, voice: voice ?? defaultVoiceOf(language), time_zone };
    const { key, voice: spokenBy } = speechFor({ text }, heard, { instant: new Date(), dictionary });
    const items = await deps.rendering.ensure(key, [user.id]).catch(throwSpoken);
    const first = await deps.rendering.chime(chime);
    return { items: first ? [first, ...items] : items, voice: spokenBy };
  },
);

function throwSpoken(error: unknown): never {
  throw error instanceof SpeechError ? new AppError('speech_unavailable', error.message, { cause: error }) : error;
}

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

const playlistsRoutes = resourceRoutes(playlistsHttp, playlistsResource, playlistWriter, (trx, id) =>
  findPlayersOf(trx, 'playlist_id', id),
);

const stationsRoutes = resourceRoutes(
  stationsHttp,
  stationsResource,
  { insert: insertStation, update: (trx, { id }, patch) => updateStation(trx, id, patch) },
  (trx, id) => findPlayersOf(trx, 'station_id', id),
);

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
  ...messagesRoutes,
  ...audioRoutes,
  ...loudnessRoutes,
  ...playlistsRoutes,
  ...stationsRoutes,
  ...dictionaryRoutes,
];
