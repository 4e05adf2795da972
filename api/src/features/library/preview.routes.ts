import { DEFAULT_TARGETS } from '@belfry/schemas/domain/loudness';
import type { Parsed } from '@belfry/schemas/http/endpoint';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { Deps } from '../../deps.ts';
import { AppError, notFound, SpeechError } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { runInSteps } from '../../lib/map-yielding.ts';
import { findNewOwner } from '../../people/owner-access.ts';
import { canListLibraryOf, readableAudio } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { loadDictionary } from './dictionary.repository.ts';
import { createLevels } from './rendering/index.ts';
import { audioIdsOf, findSounds, itemsAround } from './sounds.repository.ts';
import { defaultVoiceOf, speechInSteps } from './speech-for.ts';

/** Each preview may be a request to the speech provider. */
const PER_USER = { hits: 60, windowSeconds: 600 };

export const previewRoute = serve(
  messagesHttp.preview,
  { access: 'signed-in', policy: canListLibraryOf, audit: 'none: it shows what would happen' },
  async ({ deps, user, policy, query, body }) => {
    await countAttempt(deps, [{ key: `speech-preview:${user.id}`, ...PER_USER }]);
    const ownerId = await findNewOwner(deps.db, user, query.user_id, { policy, right: 'read-texts' });
    const { chime, before, after } = await findAround(deps, user, body);
    const { items, voice } = body.text === '' ? NO_SPEECH : await speak(deps, user, ownerId, body);
    return { items: [...chime, ...before, ...items, ...after], voice };
  },
);

type Body = Parsed<typeof messagesHttp.preview, 'body'>;
const NO_SPEECH = { items: [], voice: '' };

async function speak(
  { db, rendering }: Deps,
  user: Principal,
  ownerId: number,
  { text, language, voice, place, time_zone }: Body,
): Promise<{ items: AudioItem[]; voice: string }> {
  const dictionary = await loadDictionary(db, ownerId);
  const heard = { name: place, language, voice: voice ?? defaultVoiceOf(language), time_zone };
  const { key, voice: spokenBy } = await runInSteps(
    speechInSteps({ text }, heard, { instant: new Date(), dictionary }),
  );
  return { items: await rendering.ensure(key, [user.id]).catch(throwSpoken), voice: spokenBy };
}

function throwSpoken(error: unknown): never {
  throw error instanceof SpeechError ? new AppError('speech_unavailable', error.message, { cause: error }) : error;
}

/** What is heard around the text, as loud as speech. Throws not_found for audio and chimes that the caller may not hear. */
async function findAround({ db, rendering }: Deps, user: Principal, body: Body) {
  const chimeIds = typeof body.chime_id === 'number' ? [body.chime_id] : [];
  const sounds = await findSounds(db, readableAudio(user), [{ variants: [body] }], chimeIds);
  if (sounds.audio.size < audioIdsOf([body]).length) throw notFound('Audio not found');
  if (sounds.ownChimes.size < chimeIds.length) throw notFound('Chime not found');
  const builtIn = chimeIds.length > 0 ? null : await rendering.chime(body.chime);
  const { before, after } = itemsAround(body, sounds);
  const own = [...sounds.ownChimes.values()];
  const files = await rendering.findFiles([...own, ...before, ...after].map(({ sha256 }) => sha256));
  const levels = createLevels({ files, levelled: new Map(), targets: DEFAULT_TARGETS });
  const levelled = (items: readonly AudioItem[]) => levels.itemsFor(items, 'speech', { trim_db: 0, takes_gain: true });
  return {
    chime: builtIn ? [builtIn] : levelled(own),
    before: levelled(before),
    after: levelled(after),
  };
}
