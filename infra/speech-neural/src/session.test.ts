import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { phonemeIds, type PhonemeIds } from './piper.ts';
import type { NeuralVoice } from './request.ts';
import { findRuntime, type Runtime } from './runtime.ts';
import { createVoiceSession } from './session.ts';
import { piperConfig, signalOf, STAND_IN_RATE } from './testing/piper-stand-in.ts';
import {
  column,
  COLUMN_SAMPLES,
  SECONDS_A_SIGN,
  supertonicFiles,
  SUPERTONIC_RATE,
} from './testing/supertonic-stand-in.ts';
import { piperFiles, writeVoiceFiles } from './testing/voice-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'belfry-neural-'));
afterAll(() => rmSync(root, { recursive: true }));

const lookup = await findRuntime();
if ('missing' in lookup) throw new Error(lookup.missing);
const runtime: Runtime = lookup;

const voiceOf = (name: string, kind: NeuralVoice['kind'], files: Record<string, Uint8Array>): NeuralVoice => {
  const folder = join(root, name);
  return { folder, kind, language: 'en', speaker: 0, files: writeVoiceFiles(folder, files) };
};
const piper = voiceOf('piper', 'piper', piperFiles());
const samplesOf = (wav: Buffer): number[] =>
  Array.from({ length: (wav.length - 44) / 2 }, (_, index) => wav.readInt16LE(44 + 2 * index) / 32_767);
const difference = (samples: readonly number[], signal: Float32Array): number =>
  Math.max(...samples.map((sample, index) => Math.abs(sample - (signal[index] ?? 0))));

describe('a voice', () => {
  it('of Piper says its phonemes, as a WAV file of its own rate', async () => {
    const wav = await createVoiceSession(runtime).speak(piper, 'labdiˈen');
    expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([
      'RIFF',
      STAND_IN_RATE,
      16,
    ]);
    const { phoneme_id_map } = piperConfig() as { phoneme_id_map: PhonemeIds };
    const expected = signalOf(phonemeIds('labdiˈen', phoneme_id_map) ?? []);
    const samples = samplesOf(wav);
    expect(samples).toHaveLength(expected.length);
    expect(difference(samples, expected)).toBeLessThan(0.001);
  });

  it('of Supertonic says its text', async () => {
    const voice = voiceOf('supertonic', 'supertonic', supertonicFiles());
    const wav = await createVoiceSession(runtime).speak(voice, 'Hello');
    expect(wav.readUInt32LE(24)).toBe(SUPERTONIC_RATE);
    const samples = samplesOf(wav);
    expect(samples).toHaveLength(Math.floor((('<en>Hello.</en>'.length * SECONDS_A_SIGN) / 1.05) * SUPERTONIC_RATE));
    const wave = column();
    const expected = Float32Array.from(samples, (_, index) => wave[index % COLUMN_SAMPLES] ?? 0);
    expect(difference(samples, expected)).toBeLessThan(0.001);
  });

  it('without anything to say is told so', async () => {
    await expect(createVoiceSession(runtime).speak(piper, '☃')).rejects.toMatchObject({
      code: 'text',
      message: 'nothing to say',
    });
  });

  it.each<[string, Partial<NeuralVoice>, string]>([
    ['of another size', { files: piper.files.map((file) => ({ ...file, bytes: file.bytes + 1 })) }, 'another size'],
    ['with another hash', { files: piper.files.map((file) => ({ ...file, sha256: '0'.repeat(64) })) }, 'its SHA-256'],
    ['that is not there', { folder: join(root, 'nowhere') }, 'cannot be read'],
    ['that is not named', { files: piper.files.slice(0, 1) }, 'the voice needs one file *.onnx.json'],
  ])('with a file %s is refused', async (_what, change, reason) => {
    const speaking = createVoiceSession(runtime).speak({ ...piper, ...change }, 'a');
    await expect(speaking).rejects.toMatchObject({ code: 'files', message: expect.stringContaining(reason) });
  });

  it('whose model is another one is refused', async () => {
    const files = { ...piperFiles(), 'voice.onnx': supertonicFiles()['vocoder.onnx'] ?? new Uint8Array() };
    const speaking = createVoiceSession(runtime).speak(voiceOf('other', 'piper', files), 'a');
    await expect(speaking).rejects.toMatchObject({
      code: 'files',
      message: expect.stringContaining('no input "input"'),
    });
  });
});

describe('the memory', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const counting = () => {
    const loaded = { now: 0, most: 0 };
    const counted: Runtime = {
      async load(file) {
        const model = await runtime.load(file);
        loaded.now += 1;
        loaded.most = Math.max(loaded.most, loaded.now);
        return {
          run: model.run,
          async release() {
            loaded.now -= 1;
            await model.release();
          },
        };
      },
    };
    return { loaded, session: createVoiceSession(counted) };
  };

  it('holds one voice at a time', async () => {
    const { loaded, session } = counting();
    const other = voiceOf('second', 'piper', piperFiles());
    for (const voice of [piper, piper, other, piper]) await session.speak(voice, 'a');
    expect([loaded.most, session.loaded]).toEqual([1, piper.folder]);
  });

  it('is given back when nobody has spoken for ten minutes', async () => {
    const { loaded, session } = counting();
    await session.speak(piper, 'a');
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    await session.speak(piper, 'b');
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect([loaded.now, session.loaded]).toEqual([1, piper.folder]);
    await vi.advanceTimersByTimeAsync(60_001);
    expect([loaded.now, session.loaded]).toEqual([0, null]);
    // The next text loads it again.
    await session.speak(piper, 'a');
    expect(loaded.now).toBe(1);
  });
});

it('a file that changes is not used from memory', async () => {
  const session = createVoiceSession(runtime);
  const voice = voiceOf('changed', 'piper', piperFiles());
  await session.speak(voice, 'a');
  writeFileSync(join(voice.folder, 'voice.onnx'), 'other');
  const [model, config] = voice.files;
  const files = [{ name: 'voice.onnx', bytes: 5, sha256: model?.sha256 ?? '' }, ...(config ? [config] : [])];
  await expect(session.speak({ ...voice, files }, 'a')).rejects.toMatchObject({ code: 'files' });
});
