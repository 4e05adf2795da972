import { SpeechError } from '../../errors.ts';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../log.ts';
import { createEngine, type Engine } from './espeak-engine.ts';
import { espeakIdentifier, espeakVoices } from './espeak-voices.ts';
import { createGoogle } from './google.ts';
import { createFallback, type CatalogueVoice, type Spoken } from './neural/fallback.ts';
import { createNeural, type Neural } from './neural/neural.ts';
import { MAX_TEXT, type ProviderName, type ProviderVoice, type SpeechProvider, type Utterance } from './provider.ts';

declare module '../../deps.ts' {
  interface Deps {
    speech: Speech;
  }
}

export type Speech = {
  listVoices(): Promise<{ provider: ProviderName; voices: ProviderVoice[] }>;
  findNeural: Neural['find'];
  neural: Pick<Neural, 'folder' | 'installed' | 'findProblem' | 'speakTest'>;
  /** By the voice, or by one of eSpeak NG in the place of a neural one that cannot speak now. Throws SpeechError. */
  speak(voice: CatalogueVoice, text: string): Promise<Spoken>;
  /** By this provider only. @returns an MP3 file. Throws SpeechError. */
  synthesize(provider: ProviderName, utterance: Utterance): Promise<Buffer>;
  stop(): Promise<void>;
};

/** Besides neural voices, which are chosen one by one: uses Google if there are credentials for it, else the included engine, which is always available for its own voices. */
export function createSpeech({ config, log }: { config: Config; log: Logger }): Speech {
  const { GOOGLE_TTS_CREDENTIALS: credentials, GOOGLE_TTS_URL: url } = config;
  const engine = createEngine({ path: config.SPEECH_ENGINE, log });
  const espeak = createEspeak(engine);
  const google = credentials ? createGoogle({ credentials, url }) : null;
  const neural = createNeural({ path: config.NEURAL_ENGINE, dataDir: config.DATA_DIR, log, engine });
  const providers: Record<ProviderName, Pick<SpeechProvider, 'synthesize' | 'stop'> | null> = {
    espeak,
    google,
    neural,
  };
  const catalogue = google ?? espeak;
  const standard: ProviderName = google ? 'google' : 'espeak';
  const providerOf = (name: ProviderName): Pick<SpeechProvider, 'synthesize'> => {
    const provider = providers[name];
    if (!provider) throw new SpeechError(reasonText('provider_missing'));
    return provider;
  };

  return {
    listVoices: async () => ({ provider: standard, voices: await catalogue.listVoices() }),
    findNeural: () => neural.find(),
    neural,
    speak: createFallback({
      espeak,
      retryMs: config.NEURAL_RETRY_S * 1_000,
      synthesize: async ({ provider, ...voice }, text) => providerOf(provider).synthesize({ ...voice, text }),
    }),
    synthesize: async (name, utterance) => providerOf(name).synthesize(utterance),
    async stop() {
      // Neural voices use the process of eSpeak NG.
      for (const provider of [neural, google, espeak]) await provider?.stop();
    },
  };
}

/** eSpeak NG, in a separate process; see VOICE-7. */
function createEspeak(engine: Engine): SpeechProvider {
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
