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

export function createTruePeak(): TruePeak {
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
  let found = Math.max(highest, peak);
  for (const taps of PHASES) {
    for (let at = from; at < to; at += 1) {
      let sum = 0;
      for (let tap = 0; tap < TAPS; tap += 1) sum += (samples[at + tap] ?? 0) * (taps[tap] ?? 0);
      found = Math.max(found, Math.abs(sum));
    }
  }
  return found;
}
