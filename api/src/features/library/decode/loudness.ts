import type { Loudness } from '@belfry/schemas/domain/loudness';

/** Of EBU R 128 and ITU-R BS.1770-4. A block is 400 ms, and one begins each 100 ms. */
const STEP_S = 0.1;
const STEPS_PER_BLOCK = 4;
const OFFSET_LUFS = -0.691;
const SILENCE_LUFS = -70;
const RELATIVE_GATE_LU = 10;
/** Below this rate the filter is none that could be computed, and nothing is heard. */
const RATE_MIN = 4_000;

/** Measures decoded sound while it comes; of twelve hours it keeps 432,000 numbers. */
type LoudnessMeter = {
  /** Sound of one channel counts as that of two, since devices play it on both. */
  add(channels: readonly Float32Array[], sampleRate: number): void;
  /** Of all that was added, in hundredths; to be asked once, at the end. */
  result(): Loudness;
};

export function createLoudnessMeter(): LoudnessMeter {
  const steps: number[] = [];
  let rate = 0;
  let filters: Filter[] = [];
  const peaks = [createTruePeak(), createTruePeak()];
  let step = { sum: 0, samples: 0 };

  function addChannels(channels: readonly Float32Array[], from: number, to: number): void {
    const weight = channels.length === 1 ? 2 : 1;
    for (const [index, samples] of channels.entries()) step.sum += weight * (filters[index]?.(samples, from, to) ?? 0);
    step.samples += to - from;
  }

  return {
    add(channels, sampleRate) {
      const length = channels[0]?.length ?? 0;
      if (length === 0 || sampleRate < RATE_MIN) return;
      for (const [index, samples] of channels.entries()) peaks[index]?.add(samples);
      if (sampleRate !== rate || filters.length !== channels.length) {
        // Another stream of the file, whose sound has its own rate.
        rate = sampleRate;
        filters = channels.map(() => createWeighting(sampleRate));
        step = { sum: 0, samples: 0 };
      }
      const stepSamples = Math.round(rate * STEP_S);
      for (let from = 0; from < length;) {
        const to = Math.min(length, from + stepSamples - step.samples);
        addChannels(channels, from, to);
        from = to;
        if (step.samples < stepSamples) continue;
        steps.push(step.sum / step.samples);
        step = { sum: 0, samples: 0 };
      }
    },
    result() {
      const peak = Math.max(...peaks.map((one) => one.level()));
      const rest = step.samples > 0 ? step.sum / step.samples : 0;
      const loudness = integrate(steps, rest);
      return {
        loudness_lufs: loudness === null ? null : round(loudness),
        peak_dbtp: peak > 0 ? round(20 * Math.log10(peak)) : null,
      };
    },
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;
const lufsOf = (power: number): number => OFFSET_LUFS + 10 * Math.log10(power);
const powerOf = (lufs: number): number => 10 ** ((lufs - OFFSET_LUFS) / 10);

/** The loudness of all blocks that are not silent, and not much softer than the others. @param rest of a step that has not ended */
function integrate(steps: readonly number[], rest: number): number | null {
  const blocks = blocksOf(steps, rest);
  const heard = meanAbove(blocks, powerOf(SILENCE_LUFS));
  if (heard === null) return null;
  const loud = meanAbove(blocks, Math.max(powerOf(SILENCE_LUFS), powerOf(lufsOf(heard) - RELATIVE_GATE_LU)));
  return loud === null ? null : lufsOf(loud);
}

function blocksOf(steps: readonly number[], rest: number): Float64Array {
  // A sound that is shorter than a block is one.
  if (steps.length < STEPS_PER_BLOCK) {
    const all = rest > 0 ? [...steps, rest] : steps;
    return Float64Array.of(all.reduce((sum, power) => sum + power, 0) / Math.max(1, all.length));
  }
  const blocks = new Float64Array(steps.length - STEPS_PER_BLOCK + 1);
  for (let at = 0; at < blocks.length; at += 1) {
    let sum = 0;
    for (let part = 0; part < STEPS_PER_BLOCK; part += 1) sum += steps[at + part] ?? 0;
    blocks[at] = sum / STEPS_PER_BLOCK;
  }
  return blocks;
}

function meanAbove(blocks: Float64Array, gate: number): number | null {
  let sum = 0;
  let count = 0;
  for (const power of blocks) {
    if (power <= gate) continue;
    sum += power;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** Filters a part of one channel. @returns the sum of the squares */
type Filter = (samples: Float32Array, from: number, to: number) => number;

/**
 * The K-weighting of a channel: what a head does to high frequencies, and what an ear does to low ones. ITU-R BS.1770-4 gives the
 * coefficients at 48 kHz; the analogue filters behind them give those of each rate.
 */
function createWeighting(rate: number): Filter {
  const shelf = shelfOf(rate);
  const pass = passOf(rate);
  // Variables of the function while it runs, which are many times as fast as those of a closure.
  let state = { s1: 0, s2: 0, p1: 0, p2: 0 };
  return (samples, from, to) => {
    let { s1, s2, p1, p2 } = state;
    let sum = 0;
    for (let at = from; at < to; at += 1) {
      const input = samples[at] ?? 0;
      const shelved = shelf.b0 * input + s1;
      s1 = shelf.b1 * input - shelf.a1 * shelved + s2;
      s2 = shelf.b2 * input - shelf.a2 * shelved;
      const output = shelved + p1;
      p1 = -2 * shelved - pass.a1 * output + p2;
      p2 = shelved - pass.a2 * output;
      sum += output * output;
    }
    state = { s1, s2, p1, p2 };
    return sum;
  };
}

const SHELF = { hz: 1_681.974_450_955_533, gainDb: 3.999_843_853_973_347, quality: 0.707_175_236_955_419_6 };
const SHELF_SLOPE = 0.499_666_774_154_541_6;
const PASS = { hz: 38.135_470_876_024_44, quality: 0.500_327_037_323_877_3 };

function shelfOf(rate: number) {
  const k = Math.tan((Math.PI * SHELF.hz) / rate);
  const high = 10 ** (SHELF.gainDb / 20);
  const middle = high ** SHELF_SLOPE;
  const a0 = 1 + k / SHELF.quality + k * k;
  return {
    b0: (high + (middle * k) / SHELF.quality + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (middle * k) / SHELF.quality + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / SHELF.quality + k * k) / a0,
  };
}

function passOf(rate: number) {
  const k = Math.tan((Math.PI * PASS.hz) / rate);
  const a0 = 1 + k / PASS.quality + k * k;
  return { a1: (2 * (k * k - 1)) / a0, a2: (1 - k / PASS.quality + k * k) / a0 };
}

/** The filter of ITU-R BS.1770-4, annex 2, that computes three points between samples and one near each: a row per point. */
const FIRST = [
  0.001_708_984_375, 0.010_986_328_125, -0.019_653_320_312_5, 0.033_203_125, -0.059_448_242_187_5, 0.137_329_101_562_5,
  0.972_167_968_75, -0.102_294_921_875, 0.047_607_421_875, -0.026_611_328_125, 0.014_892_578_125, -0.008_300_781_25,
];
const SECOND = [
  -0.029_174_804_687_5, 0.029_296_875, -0.051_757_812_5, 0.089_111_328_125, -0.166_503_906_25, 0.465_087_890_625,
  0.779_785_156_25, -0.200_317_382_812_5, 0.101_562_5, -0.058_227_539_062_5, 0.033_081_054_687_5, -0.018_920_898_437_5,
];
const TAPS = FIRST.length;
const PHASES = [FIRST, SECOND, SECOND.toReversed(), FIRST.toReversed()].map((taps) => Float64Array.from(taps));
/** No point between samples is higher than the highest sample around it times this. */
const LIFT_MAX = Math.max(...PHASES.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));
/** Samples that are left out at once where none of them can be the highest. */
const BLOCK = 16;

/** Finds the true peak of one channel by four times oversampling. */
type TruePeak = {
  add(samples: Float32Array): void;
  /** The highest level so far; 1 is full scale. */
  level(): number;
};

function createTruePeak(): TruePeak {
  let before = new Float32Array(TAPS - 1);
  let peak = 0;

  function add(samples: Float32Array): void {
    const all = new Float32Array(before.length + samples.length);
    all.set(before);
    all.set(samples, before.length);
    for (let from = 0; from < samples.length; from += BLOCK)
      peak = peakOf(all, from, { to: Math.min(from + BLOCK, samples.length), peak });
    before = all.slice(samples.length);
  }

  return {
    add,
    level(): number {
      // What lies between the last samples and silence.
      add(new Float32Array(TAPS - 1));
      return peak;
    },
  };
}

function peakOf(samples: Float32Array, from: number, { to, peak }: { to: number; peak: number }): number {
  let highest = 0;
  for (let at = from; at < to + TAPS - 1; at += 1) highest = Math.max(highest, Math.abs(samples[at] ?? 0));
  if (highest * LIFT_MAX <= peak) return peak;
  let truePeak = Math.max(highest, peak);
  for (const taps of PHASES) {
    for (let at = from; at < to; at += 1) {
      let sum = 0;
      for (let tap = 0; tap < TAPS; tap += 1) sum += (samples[at + tap] ?? 0) * (taps[tap] ?? 0);
      truePeak = Math.max(truePeak, Math.abs(sum));
    }
  }
  return truePeak;
}
