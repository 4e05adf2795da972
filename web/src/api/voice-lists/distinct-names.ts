import type { ListedVoice } from './voice-schemas.ts';

/** Voices of which no two look alike: those that share a name with another carry what tells them apart. */
export function withDistinctNames(voices: readonly ListedVoice[]): ListedVoice[] {
  const sharing = Map.groupBy(voices, ({ name }) => name.toLowerCase());
  return voices.map((voice) => {
    const alike = sharing.get(voice.name.toLowerCase()) ?? [];
    return alike.length < 2 ? voice : { ...voice, name: `${voice.name} (${voice.voice_name})` };
  });
}
