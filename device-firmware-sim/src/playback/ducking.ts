import type { Speech } from './speech/speech.ts';

/** How music and radio are lowered while something is spoken; see ANN-6. */
export type Ducking = 'none' | 'lowered' | 'paused';

export const DUCK_FADE_MS = 300;
/** The volume of a player service is not linear: at this factor music is well below speech. */
const DUCKED_FACTOR = 0.4;

/** Below announcements they are lowered; an emergency is heard alone. */
export function duckingFor(speech: Speech | null): Ducking {
  if (!speech) return 'none';
  return speech.priority === 'emergency' ? 'paused' : 'lowered';
}

export const duckedVolume = (ducking: Ducking, volume: number): number =>
  ducking === 'none' ? volume : Math.round(volume * DUCKED_FACTOR);
