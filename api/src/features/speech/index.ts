// Voices, samples, favourites, synthesis.
export { espeakFallback, espeakVoices } from './espeak-voices.ts';
export { MAX_TEXT, type ProviderName, type ProviderVoice } from './provider.ts';
export { createSpeech, type Speech } from './speech.service.ts';
export type { CatalogueVoice, Spoken } from './neural/fallback.ts';
export { FACTS_FILE, voiceFactsSchema, type InstalledVoice, type VoiceFacts } from './neural/voice-folder.ts';
