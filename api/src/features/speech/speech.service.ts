import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../log.ts';
import {
  SpeechError,
  type ProviderName,
  type ProviderVoice,
  type SpeechProvider,
  type Utterance,
  MAX_TEXT,
} from './provider.ts';
import { createEngine } from './espeak/engine.ts';
import { espeakIdentifier, espeakVoices } from './espeak/espeak-voices.ts';
import { voiceNameSchema } from '@belfry/schemas/http/speech/voices';
import { z } from 'zod';
import type { GoogleCredentials } from '../../config/speech.ts';
import { createTokenSource } from './google/access-token.ts';

const TIMEOUT_MS = 12_000;
/** The maximum of one request. */
const MAX_TEXT_BYTES = 5_000;
/** GET /v1/voices. An empty list is invalid, because it would empty the catalogue. */
const voicesSchema = z.object({
  voices: z
    .array(
      z.object({
        name: z.string(),
        languageCodes: z.array(z.string()).min(1),
        ssmlGender: z.enum(['MALE', 'FEMALE', 'NEUTRAL']).catch('NEUTRAL').default('NEUTRAL'),
      }),
    )
    .min(1),
});
const speechSchema = z.object({ audioContent: z.base64().min(1) });
type Options = { credentials: GoogleCredentials; url: string };
/** Google Cloud Text-to-Speech over REST. */
function createGoogle({ credentials, url }: Options): SpeechProvider {
  const tokenOf = createTokenSource(credentials, new URL('/', url).href);
  const stopping = new AbortController();

  const call = async <T>(path: string, schema: z.ZodType<T>, body?: object): Promise<T> => {
    const response = await fetch(new URL(path, url), {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${tokenOf()}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch((cause: unknown) => {
      throw new SpeechError(reasonText('provider_away'), { cause });
    });
    if (!response.ok) throw await refusal(response);
    return parseAnswer(response, schema);
  };

  return {
    async listVoices() {
      const { voices } = await call('/v1/voices', voicesSchema);
      // Names that are not valid file names are skipped, as are duplicates; Google has none so far.
      const usable = voices.filter(({ name }) => voiceNameSchema.safeParse(name).success);
      return [...new Map(usable.map((voice) => [voice.name, toVoice(voice)])).values()];
    },
    async synthesize({ voice_name: name, language_codes: [languageCode = ''], text }) {
      if (Buffer.byteLength(text) > MAX_TEXT_BYTES) throw new SpeechError(reasonText('text_too_long'));
      const { audioContent } = await call('/v1/text:synthesize', speechSchema, {
        input: { text },
        voice: { languageCode, name },
        audioConfig: { audioEncoding: 'MP3' },
      });
      return Buffer.from(audioContent, 'base64');
    },
    stop() {
      stopping.abort();
      return Promise.resolve();
    },
  };
}
const toVoice = ({
  name,
  languageCodes,
  ssmlGender,
}: z.infer<typeof voicesSchema>['voices'][number]): ProviderVoice => ({
  voice_name: name,
  language_codes: languageCodes,
  gender: ssmlGender,
});
/** Google's message is only logged, because it can contain the project and the account. */
async function refusal(response: Response): Promise<SpeechError> {
  const cause = new Error((await response.text().catch(() => '')).slice(0, 500));
  const { status } = response;
  if (status === 401 || status === 403) return new SpeechError(reasonText('provider_credentials'), { cause });
  if (status === 429) return new SpeechError(reasonText('provider_limit'), { cause });
  return new SpeechError(reasonText('provider_refused', { status }), { cause });
}
async function parseAnswer<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  try {
    return schema.parse(await response.json());
  } catch (cause) {
    throw new SpeechError(reasonText('provider_unclear'), { cause });
  }
}

declare module '../../deps.ts' {
  interface Deps {
    speech: Speech;
  }
}

/** Synthesises speech with one of the providers. */
export type Speech = {
  /** The voices of the configured provider. */
  listVoices(): Promise<{ provider: ProviderName; voices: ProviderVoice[] }>;
  /** @returns an MP3 file. Throws SpeechError. */
  synthesize(provider: ProviderName, utterance: Utterance): Promise<Buffer>;
  stop(): Promise<void>;
};

/** Uses Google if there are credentials for it, else the included engine, which is always available for its own voices. */
export function createSpeech({ config, log }: { config: Config; log: Logger }): Speech {
  const { GOOGLE_TTS_CREDENTIALS: credentials, GOOGLE_TTS_URL: url } = config;
  const providers: Record<ProviderName, SpeechProvider | null> = {
    espeak: createEspeak({ path: config.SPEECH_ENGINE, log }),
    google: credentials ? createGoogle({ credentials, url }) : null,
  };
  const chosen: ProviderName = providers.google ? 'google' : 'espeak';
  const providerOf = (name: ProviderName): SpeechProvider => {
    const provider = providers[name];
    if (!provider) throw new SpeechError(reasonText('provider_missing'));
    return provider;
  };

  return {
    listVoices: async () => ({ provider: chosen, voices: await providerOf(chosen).listVoices() }),
    synthesize: async (name, utterance) => providerOf(name).synthesize(utterance),
    async stop() {
      for (const provider of Object.values(providers)) await provider?.stop();
    },
  };
}

/** eSpeak NG, in a separate process; see VOICE-7. */
function createEspeak(options: { path: string; log: Logger }): SpeechProvider {
  const engine = createEngine(options);
  return {
    listVoices: () => Promise.resolve(espeakVoices()),
    async synthesize({ voice_name, text }) {
      const voice = espeakIdentifier(voice_name);
      if (voice === undefined) throw new SpeechError(reasonText('engine_voice'));
      if (text.length > MAX_TEXT) throw new SpeechError(`A text has at most ${MAX_TEXT} characters`);
      return engine.speak({ voice, text });
    },
    stop: () => engine.stop(),
  };
}
