import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Logger } from '../../../log.ts';
import { MAX_TEXT, SpeechError, type SpeechProvider } from '../provider.ts';
import { createEngine } from './engine.ts';
import { espeakIdentifier, espeakVoices } from './espeak-voices.ts';

/** eSpeak NG, in a separate process; see VOICE-7. */
export function createEspeak(options: { path: string; log: Logger }): SpeechProvider {
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
