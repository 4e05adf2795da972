import { describe, expect, it } from 'vitest';
import { createRandom } from '../hardware/random.ts';
import { countSpeechErrors, SPEECH_RATE, SPEECH_ROOM_KINDS } from '../testing/speech-rooms.ts';
import { makeNoise } from '../testing/test-room.ts';
import { makeSpeech } from '../testing/test-speech.ts';
import { hearSpeech } from './hear-speech.ts';

/** A sample of those of `tests/flows/sound-tests/speech-rooms.test.ts`. */
const ROOMS = 8;

it.each(Object.keys(SPEECH_ROOM_KINDS))('in made-up rooms %s is told', async (kind) => {
  const { errors, allowed } = await countSpeechErrors(kind, ROOMS);
  expect(errors).toBeLessThanOrEqual(allowed);
});

const speech = makeSpeech('a test', 4, SPEECH_RATE);
const noise = makeNoise(createRandom('noise'), 'pink', speech.length, SPEECH_RATE);
const heardAt = (gain: number, loudNoise: number, delay = 400): Float32Array =>
  noise.map((value, at) => loudNoise * value + gain * (speech[at - delay] ?? 0));
const hear = (played: Float32Array, recorded: Float32Array) => hearSpeech({ played, recorded, rate: SPEECH_RATE });

describe('the level', () => {
  it.each([0.5, 0.05, 0.005])('is that of the way to the microphone: %d', async (gain) => {
    const { result, level_db = 0 } = await hear(speech, heardAt(gain, gain / 1_000));
    expect(result).toBe('heard');
    // What is left out of the echoes of a voice is the same at every volume.
    expect(Math.abs(level_db - 20 * Math.log10(gain) + 2)).toBeLessThan(0.2);
  });

  it('does not depend on what is said', async () => {
    const levels = await Promise.all(
      ['one', 'another', 'a third'].map(async (seed) => {
        const said = makeSpeech(seed, 3, SPEECH_RATE);
        const recorded = said.map((_value, at) => 0.1 * (said[at - 400] ?? 0) + 1e-4 * (noise[at] ?? 0));
        return (await hear(said, recorded)).level_db ?? 0;
      }),
    );
    expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(1);
  });
});

describe('not tested is', () => {
  it('what is too short or too quiet', async () => {
    const short = speech.map((value, at) => (at < SPEECH_RATE ? value : 0));
    expect(await hear(short, heardAt(0.1, 0.001))).toEqual({ result: 'not_tested', reason: 'too_short' });
    const silence = new Float32Array(speech.length);
    expect(await hear(silence, heardAt(0.1, 0.001))).toEqual({ result: 'not_tested', reason: 'too_quiet' });
  });

  it('what a microphone has not recorded', async () => {
    const failed = { result: 'not_tested', reason: 'microphone_failed' };
    expect(await hear(speech, new Float32Array(speech.length))).toEqual(failed);
    expect(await hear(speech, new Float32Array(0))).toEqual(failed);
  });

  it('what noise hides', async () => {
    expect(await hear(speech, heardAt(0, 0.3))).toMatchObject({ result: 'not_tested', reason: 'too_noisy' });
    expect(await hear(speech, heardAt(0, 0.003))).toMatchObject({ result: 'not_heard' });
  });
});
