import { describe, expect, it } from 'vitest';
import { createLoudnessMeter } from './loudness.ts';

type Part = { dbfs: number; seconds: number };
const RATE = 48_000;

/** Parts of a sine, one after the other. @param hz 997, at which the filter has the gain that the standard subtracts */
function sine(parts: readonly Part[], { rate = RATE, hz = 997, phase = 0 } = {}): Float32Array {
  const lengths = parts.map(({ seconds }) => Math.round(seconds * rate));
  const samples = new Float32Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const [index, { dbfs }] of parts.entries()) {
    const level = 10 ** (dbfs / 20);
    for (const end = at + (lengths[index] ?? 0); at < end; at += 1)
      samples[at] = level * Math.sin(2 * Math.PI * (hz / rate) * at + phase);
  }
  return samples;
}

function measure(channels: readonly Float32Array[], rate = RATE) {
  const meter = createLoudnessMeter();
  const length = channels[0]?.length ?? 0;
  for (let from = 0; from < length; from += 7_919)
    meter.add(
      channels.map((samples) => samples.subarray(from, from + 7_919)),
      rate,
    );
  return meter.result();
}

const stereo = (parts: readonly Part[], rate = RATE) => {
  const samples = sine(parts, { rate });
  return measure([samples, samples], rate).loudness_lufs;
};

describe('loudness', () => {
  it.each([8_000, 22_050, 24_000, 44_100, 48_000, 96_000, 192_000])(
    'of a sine of -23 dBFS on two channels at %i Hz is -23 LUFS',
    (rate) => {
      const loudness = stereo([{ dbfs: -23, seconds: 3 }], rate);
      expect(Math.abs((loudness ?? 0) + 23)).toBeLessThan(0.1);
    },
  );

  it('of one channel is that of two, as devices play it', () => {
    const { loudness_lufs } = measure([sine([{ dbfs: -33, seconds: 3 }])]);
    expect(Math.abs((loudness_lufs ?? 0) + 33)).toBeLessThan(0.1);
  });

  // The cases 3 to 5 of EBU Tech 3341.
  it.each([
    [
      'with softer parts around it',
      [
        [-36, 10],
        [-23, 60],
        [-36, 10],
      ],
    ],
    [
      'with softer and silent parts around it',
      [
        [-72, 10],
        [-36, 10],
        [-23, 60],
        [-36, 10],
        [-72, 10],
      ],
    ],
    [
      'of three levels near each other',
      [
        [-26, 20],
        [-20, 20.1],
        [-26, 20],
      ],
    ],
  ] as const)('%s is -23 LUFS', (_title, parts) => {
    const loudness = stereo(parts.map(([dbfs, seconds]) => ({ dbfs, seconds })));
    expect(Math.abs((loudness ?? 0) + 23)).toBeLessThan(0.1);
  });

  it('of a low sine is less than that of a high one', () => {
    const of = (hz: number) => measure([sine([{ dbfs: -20, seconds: 2 }], { hz })]).loudness_lufs ?? 0;
    expect(of(50)).toBeLessThan(of(997) - 3);
    expect(of(5_000)).toBeGreaterThan(of(997) + 2);
  });

  it('of a sound shorter than a block is that of all of it', () => {
    const { loudness_lufs } = measure([sine([{ dbfs: -20, seconds: 0.25 }])]);
    expect(Math.abs((loudness_lufs ?? 0) + 20)).toBeLessThan(0.3);
  });

  it('of silence is none', () =>
    expect(measure([new Float32Array(RATE), new Float32Array(RATE)])).toEqual({
      loudness_lufs: null,
      peak_dbtp: null,
    }));

  it('of two streams of different rates is that of both', () => {
    const meter = createLoudnessMeter();
    for (const rate of [44_100, 48_000]) {
      const samples = sine([{ dbfs: -23, seconds: 3 }], { rate });
      meter.add([samples, samples], rate);
    }
    expect(Math.abs((meter.result().loudness_lufs ?? 0) + 23)).toBeLessThan(0.1);
  });
});

describe('true peak', () => {
  // The highest sample is 3 dB below the highest point between two.
  it('is that between the samples', () => {
    const { peak_dbtp } = measure([sine([{ dbfs: -6, seconds: 1 }], { hz: RATE / 4, phase: Math.PI / 4 })]);
    expect(Math.abs((peak_dbtp ?? 0) + 6)).toBeLessThan(0.4);
  });

  it('is that of the louder channel', () => {
    const [soft, loud] = [sine([{ dbfs: -30, seconds: 1 }]), sine([{ dbfs: -12, seconds: 1 }])];
    expect(measure([soft, loud]).peak_dbtp).toBeCloseTo(-12, 1);
  });

  it('is that of the last sample', () => {
    const samples = new Float32Array(RATE);
    samples[RATE - 1] = 0.5;
    expect(measure([samples]).peak_dbtp).toBeCloseTo(-6, 0);
  });
});
