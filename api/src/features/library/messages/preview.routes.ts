import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { AppError } from '../../../errors.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { SpeechError } from '../../speech/index.ts';
import { defaultVoiceOf, loadDictionary, speechFor } from '../library.ts';
import { serve } from '../../../serve.ts';

/** Each preview may be a request to the speech provider. */
const PER_USER = { hits: 60, windowSeconds: 600 };

export const previewRoutes = [
  serve(
    messagesHttp.preview,
    { access: 'signed-in', policy: 'own' },
    async ({ deps, user, body: { text, language, voice, place, time_zone, chime } }) => {
      await countAttempt(deps, [{ key: `speech-preview:${user.id}`, ...PER_USER }]);
      const dictionary = await loadDictionary(deps.db, user.id);
      const heard = { name: place, language, voice: voice ?? defaultVoiceOf(language), time_zone };
      const { key, voice: spokenBy } = speechFor({ text }, heard, { instant: new Date(), dictionary });
      const items = await deps.rendering.ensure(key, [user.id]).catch(throwSpoken);
      const first = await deps.rendering.chime(chime);
      return { items: first ? [first, ...items] : items, voice: spokenBy };
    },
  ),
];

function throwSpoken(error: unknown): never {
  throw error instanceof SpeechError ? new AppError('speech_unavailable', error.message, { cause: error }) : error;
}
