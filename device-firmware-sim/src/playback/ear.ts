import type { DeviceProfile } from '../fleet/device-profiles.ts';
import type { Random } from '../hardware/random.ts';
import type { HeardSpeech } from '../sound/hear-speech.ts';

export type Ear = { listen(): Listening };

export type Listening = {
  next(): void;
  /** Ends it. Resolves with what was heard; never rejects. */
  hear(): Promise<HeardSpeech>;
  drop(): void;
};

/** What a simulated loudspeaker loses on the way to the microphone, by how much a quiet one is softer, and how loud its room is. */
const SIMULATED = { level_db: -27, quiet_db: -20, noise_db: -54 };

export function simulatedEar({ behaviour }: Pick<DeviceProfile, 'behaviour'>, random: Random): Ear | null {
  if (behaviour.microphone === undefined) return null;
  const hear = async (): Promise<HeardSpeech> => {
    const noise_db = SIMULATED.noise_db + random.between(-3, 3);
    const { microphone } = behaviour;
    if (microphone === undefined) return { result: 'not_tested', reason: 'microphone_failed' };
    if (microphone === 'deaf') return { result: 'not_heard', noise_db };
    const softer = microphone === 'quiet' ? SIMULATED.quiet_db : 0;
    return { result: 'heard', level_db: SIMULATED.level_db + softer + random.between(-0.5, 0.5), noise_db };
  };
  return { listen: () => ({ next: () => undefined, hear, drop: () => undefined }) };
}
