import { libraryUsesHttp, type LibraryUses, type UsedKind } from '@belfry/schemas/http/library/uses';
import type { Deps } from '../../deps.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { readableLibrary, type OwnersPolicy } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { audioResource } from './audio.repository.ts';
import { chimesResource } from './chimes.repository.ts';
import { messagesResource } from './messages.repository.ts';
import { playlistsResource } from './playlists.repository.ts';
import { usesOf } from './resource.service.ts';
import { stationsResource } from './stations.repository.ts';
import {
  findPlayersOf,
  findUsesOfAudio,
  findUsesOfChime,
  findUsesOfMessage,
  findUsesOfPlaylist,
} from './uses.repository.ts';

type UsesDeps = Pick<Deps, 'db'>;
type Asked = { user: Principal; policy: OwnersPolicy; id: number };

const READ: Record<UsedKind, (deps: UsesDeps, asked: Asked) => Promise<LibraryUses>> = {
  messages: (deps, asked) => usesOf(deps, messagesResource, asked, findUsesOfMessage),
  audio: (deps, asked) => usesOf(deps, audioResource, asked, findUsesOfAudio),
  chimes: (deps, asked) => usesOf(deps, chimesResource, asked, findUsesOfChime),
  playlists: (deps, asked) => usesOf(deps, playlistsResource, asked, findUsesOfPlaylist),
  stations: (deps, asked) => usesOf(deps, stationsResource, asked, (db, id) => findPlayersOf(db, 'station_id', id)),
};
/** Each searches all schedules and timetables of an organisation. */
const PER_MINUTE = 60;

export const usesRoute = serve(
  libraryUsesHttp.read,
  { access: 'signed-in', policy: readableLibrary },
  async ({ deps, user, policy, params: { kind, id } }) => {
    await countAttempt(deps, [{ key: `library-uses:${user.id}`, hits: PER_MINUTE, windowSeconds: 60 }]);
    return READ[kind](deps, { user, policy, id });
  },
);
