import { SpeechError } from '../../../errors.ts';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { espeakFallback } from '../espeak-voices.ts';
import { type ProviderName, type ProviderVoice, type SpeechProvider } from '../provider.ts';

export type CatalogueVoice = ProviderVoice & { provider: ProviderName };
/** A text as an MP3 file, and who has spoken it in the place of its voice, with the reason; null: the voice itself. */
export type Spoken = { file: Buffer; fallback: { rendered_by: string; reason: string } | null };

type Speakers = {
  synthesize: (voice: CatalogueVoice, text: string) => Promise<Buffer>;
  espeak: Pick<SpeechProvider, 'synthesize'>;
  retryMs: number;
  now?: () => number;
};

/**
 * Speaks by a voice. A neural one that cannot speak is replaced by eSpeak NG in the same language and gender; it is not asked again
 * for `retryMs`, so that texts do not wait for an engine that fails each time. Throws SpeechError where both fail.
 */
export function createFallback({ synthesize, espeak, retryMs, now = Date.now }: Speakers) {
  const away = new Map<string, { until: number; reason: string }>();

  const speakByOther = async (voice: CatalogueVoice, text: string, reason: string): Promise<Spoken> => {
    const other = espeakFallback(voice);
    if (!other) throw new SpeechError(reason);
    return { file: await espeak.synthesize({ ...other, text }), fallback: { rendered_by: other.voice_name, reason } };
  };

  return async (voice: CatalogueVoice, text: string): Promise<Spoken> => {
    if (voice.provider !== 'neural') return { file: await synthesize(voice, text), fallback: null };
    const { voice_name } = voice;
    const failed = away.get(voice_name);
    if (failed && failed.until > now()) return speakByOther(voice, text, failed.reason);
    try {
      const file = await synthesize(voice, text);
      away.delete(voice_name);
      return { file, fallback: null };
    } catch (error) {
      // The other voice would have nothing to say, either.
      if (!(error instanceof SpeechError) || error.message === reasonText('nothing_to_say')) throw error;
      away.set(voice_name, { until: now() + retryMs, reason: error.message });
      return speakByOther(voice, text, error.message);
    }
  };
}
