import { describe, expect, it } from 'vitest';
import { cleanPhonemes, loadPiper, phonemeIds, splitPhonemes } from './piper.ts';
import type { Runtime, Values } from './runtime.ts';
import { piperFiles } from './testing/voice-folder.ts';

const map = { _: [0], '^': [1], $: [2], a: [10], b: [11], '\u0303': [12], '.': [13], ' ': [3] };

describe('phonemes of Piper', () => {
  it('become numbers with a pause behind each: ^ _ p _ … $', () => {
    expect(phonemeIds('ab.', map)).toEqual([1, 0, 10, 0, 11, 0, 13, 0, 2]);
    expect(phonemeIds('aXb', map)).toEqual([1, 0, 10, 0, 11, 0, 2]);
    expect(phonemeIds('XYZ', map)).toBeNull();
    expect(phonemeIds('constructor', {})).toBeNull();
  });

  it('are decomposed, without the marks of another language', () => {
    expect(cleanPhonemes('b(en)a(fr-ca)\nã')).toBe('ba a\u0303');
    expect(phonemeIds(cleanPhonemes('ã'), map)).toEqual([1, 0, 10, 0, 12, 0, 2]);
  });

  it('are spoken sentence by sentence, long ones in pieces of which nothing is lost', () => {
    expect(splitPhonemes('ab, ab. ba! b?')).toEqual(['ab, ab.', 'ba!', 'b?']);
    const long = `${'ab ba '.repeat(70)}, ${'ba '.repeat(100)}`;
    const pieces = splitPhonemes(long);
    expect(pieces.every((piece) => piece.length <= 400)).toBe(true);
    expect(pieces.join('').replaceAll(' ', '')).toBe(long.replaceAll(' ', ''));
    expect(splitPhonemes('a'.repeat(1_000)).map((piece) => piece.length)).toEqual([400, 400, 200]);
  });
});

describe('a voice of Piper', () => {
  const runs: Record<string, Values>[] = [];
  const runtime: Runtime = {
    load: () =>
      Promise.resolve({
        run: (inputs) => {
          runs.push(inputs);
          return Promise.resolve(Float32Array.of(0.5));
        },
        release: () => Promise.resolve(),
      }),
  };
  const load = (files: Record<string, Uint8Array>, speaker = 0) =>
    loadPiper(runtime, { speaker }, (ending) => {
      const entry = Object.entries(files).find(([name]) => name.endsWith(ending));
      return Promise.resolve(Buffer.from(entry?.[1] ?? ''));
    });

  it('of several speakers is told who speaks', async () => {
    const voice = await load(piperFiles({ speakers: 3 }), 2);
    expect(await voice.speak('a. b.')).toHaveLength(2 + Math.round(0.25 * 22_050));
    expect(runs.map(({ sid }) => sid?.data)).toEqual([BigInt64Array.of(2n), BigInt64Array.of(2n)]);
    await expect(load(piperFiles({ speakers: 3 }), 3)).rejects.toThrow('the voice has 3 speakers');
    const single = await load(piperFiles());
    runs.length = 0;
    await single.speak('a');
    expect(Object.keys(runs[0] ?? {})).toEqual(['input', 'input_lengths', 'scales']);
  });

  it('that reads letters gets them small and decomposed, and brackets stay', async () => {
    const files = piperFiles();
    const config = { ...(JSON.parse(Buffer.from(files['voice.onnx.json'] ?? '').toString()) as object) };
    const letters = { ...config, phoneme_type: 'text', phoneme_id_map: { ...map, '(': [20], ')': [21] } };
    const voice = await load({ ...files, 'voice.onnx.json': Buffer.from(JSON.stringify(letters)) });
    runs.length = 0;
    await voice.speak('(AB)Ã');
    expect(runs[0]?.['input']?.data).toEqual(
      BigInt64Array.from([1, 0, 20, 0, 10, 0, 11, 0, 21, 0, 10, 0, 12, 0, 2].map(BigInt)),
    );
  });

  it('with another configuration is refused', async () => {
    const files = piperFiles();
    const changed = (config: unknown) => ({ ...files, 'voice.onnx.json': Buffer.from(JSON.stringify(config)) });
    await expect(load(changed({ audio: {} }))).rejects.toThrow('the configuration is not that of Piper: audio');
    await expect(load({ ...files, 'voice.onnx.json': Buffer.from('{') })).rejects.toThrow('is no JSON');
    await expect(load({ ...files, 'voice.onnx': Buffer.from('no model') })).rejects.toThrow();
  });
});
