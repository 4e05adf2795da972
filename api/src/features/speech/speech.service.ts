import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../log.ts';
import { createEngine } from './espeak-engine.ts';
import { espeakIdentifier, espeakVoices } from './espeak-voices.ts';
import { createGoogle } from './google.ts';
import {
  SpeechError,
  MAX_TEXT,
  type ProviderName,
  type ProviderVoice,
  type SpeechProvider,
  type Utterance,
} from './provider.ts';

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
