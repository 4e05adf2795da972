/** Zero crossings of the filter on each side: the transition band is 8 % of the lower rate, and what would alias is 80 dB down. */
const HALF_WIDTH = 32;
const KAISER_BETA = 7.86;
/** The middle of the transition band, as a share of the lower rate: its end is at half of that rate. */
const CUTOFF = 0.461;
/** Rates whose ratio needs more phases than this are no usual ones; the nearest phase is taken. */
const PHASES_MAX = 1_024;

type Filter = {
  /** Coefficients of each phase, one after the other. */
  coefficients: Float32Array;
  taps: number;
  phases: number;
};

export type Resampler = {
  /** Samples of the new rate for those that came so far; the last ones wait for what follows. */
  push(samples: Float32Array): Float32Array;
  /** The rest, at the end of a stream. */
  end(): Float32Array;
};

const FILTERS = new Map<string, Filter>();

/**
 * Converts a stream of one channel from one rate to another by a windowed sinc in phases (polyphase FIR). Without delay: the first
 * sample out is at the instant of the first one in.
 */
export function createResampler(fromHz: number, toHz: number): Resampler {
  if (fromHz === toHz) return { push: (samples) => samples, end: () => new Float32Array(0) };
  const { coefficients, taps, phases } = filterFor(fromHz, toHz);
  const step = fromHz / toHz;
  const half = taps / 2;
  /** What the next outputs need; begins with silence before the first sample. */
  let kept = new Float32Array(half - 1);
  /** Number of the input, counted from the first sample, with which `kept` begins. */
  let keptFrom = 1 - half;
  let nextOut = 0;
  let received = 0;

  function run(input: Float32Array, until: number): Float32Array {
    const out = new Float32Array(Math.max(0, Math.ceil((until * toHz) / fromHz) - nextOut + 1));
    let count = 0;
    for (;;) {
      const position = (nextOut * fromHz) / toHz;
      let base = Math.floor(position);
      let phase = Math.round((position - base) * phases);
      if (phase === phases) {
        base += 1;
        phase = 0;
      }
      const first = base - half + 1 - keptFrom;
      if (position >= until || first + taps > input.length) break;
      let sum = 0;
      for (let tap = 0, at = phase * taps; tap < taps; tap++)
        sum += (input[first + tap] ?? 0) * (coefficients[at + tap] ?? 0);
      out[count++] = sum;
      nextOut++;
    }
    return out.subarray(0, count);
  }

  function take(samples: Float32Array): Float32Array {
    const input = new Float32Array(kept.length + samples.length);
    input.set(kept);
    input.set(samples, kept.length);
    return input;
  }

  return {
    push(samples) {
      const input = take(samples);
      received += samples.length;
      const out = run(input, received);
      const needed = Math.max(0, Math.min(input.length, Math.floor(nextOut * step) - half + 1 - keptFrom));
      kept = input.slice(needed);
      keptFrom += needed;
      return out;
    },
    end: () => run(take(new Float32Array(taps)), received),
  };
}

function filterFor(fromHz: number, toHz: number): Filter {
  const key = `${fromHz}:${toHz}`;
  const filter = FILTERS.get(key) ?? createFilter(fromHz, toHz);
  FILTERS.set(key, filter);
  return filter;
}

function createFilter(fromHz: number, toHz: number): Filter {
  const phases = Math.min(PHASES_MAX, toHz / commonDivisor(fromHz, toHz));
  /** Of the lower rate to that of the input: below 1 where samples are left out. */
  const scale = Math.min(1, toHz / fromHz);
  const half = Math.ceil(HALF_WIDTH / scale);
  const taps = 2 * half;
  const coefficients = new Float32Array(phases * taps);
  const full = besselI0(KAISER_BETA);
  for (let phase = 0; phase < phases; phase++) {
    const values = Array.from({ length: taps }, (_, tap) => {
      const distance = tap - half + 1 - phase / phases;
      const inWindow = Math.max(0, 1 - (distance / half) ** 2);
      return sinc(2 * CUTOFF * scale * distance) * (besselI0(KAISER_BETA * Math.sqrt(inWindow)) / full);
    });
    // Each phase by itself has the gain 1, or what is constant would get a tone.
    const sum = values.reduce((total, value) => total + value, 0);
    coefficients.set(
      values.map((value) => value / sum),
      phase * taps,
    );
  }
  return { coefficients, taps, phases };
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));
const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** The modified Bessel function of the first kind, order 0. */
function besselI0(x: number): number {
  let sum = 1;
  for (let term = 1, k = 1; term > 1e-10 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
