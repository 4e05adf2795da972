/** The highest level that leaves, below the clipping of 16 bits and of µ-law. */
const CEILING = 10 ** (-0.1 / 20);
const LOOK_AHEAD_MS = 5;
const RELEASE_MS = 80;

export type Limiter = {
  /** So many samples later it gives what it got. */
  readonly delay: number;
  /** Limits the samples in place: out come those of `delay` before. */
  process(samples: Float32Array): void;
};

/**
 * Keeps every sample below full scale: the gain begins to sink before a peak, so that it is down when that leaves. What is below the
 * ceiling is not changed.
 */
export function createLimiter(rateHz: number): Limiter {
  const delay = Math.round((rateHz * LOOK_AHEAD_MS) / 1_000);
  const release = 1 - Math.exp(-1 / ((rateHz * RELEASE_MS) / 1_000));
  const line = new Float32Array(delay);
  /** Gains of the last `delay` samples, whose mean is a ramp that has reached each of them in time. */
  const gains = new Float64Array(delay).fill(1);
  let gainSum = delay;
  let place = 0;
  /** The lowest gain that the samples in the line need, and for how many samples more it holds. */
  const needs = createMinimum(delay + 1);
  let released = 1;
  /** Samples since the last peak; after enough of them nothing is to be done. */
  let calm = Infinity;

  const isIdle = (): boolean => calm > 2 * delay && released > 0.999_99;

  return {
    delay,
    process(samples) {
      if (isIdle() && !hasPeak(samples)) return shift(samples);
      for (let index = 0; index < samples.length; index++) {
        const sample = samples[index] ?? 0;
        const magnitude = Math.abs(sample);
        const need = magnitude > CEILING ? CEILING / magnitude : 1;
        calm = need < 1 ? 0 : calm + 1;
        const lowest = needs.push(need);
        released = Math.min(lowest, released + (1 - released) * release);
        gainSum += released - (gains[place] ?? 1);
        gains[place] = released;
        // The mean is at most 1, and rounding may not raise it above what a peak needs.
        samples[index] = clamp((line[place] ?? 0) * (gainSum / delay));
        line[place] = sample;
        place = (place + 1) % delay;
      }
      if (isIdle()) settle();
    },
  };

  /** Rounding does not add up over hours. */
  function settle(): void {
    released = 1;
    gains.fill(1);
    gainSum = delay;
    needs.reset();
  }

  function hasPeak(samples: Float32Array): boolean {
    for (const sample of samples) if (sample > CEILING || sample < -CEILING) return true;
    return false;
  }

  function shift(samples: Float32Array): void {
    for (let index = 0; index < samples.length; index++) {
      const sample = samples[index] ?? 0;
      samples[index] = line[place] ?? 0;
      line[place] = sample;
      place = (place + 1) % delay;
    }
  }
}

const clamp = (sample: number): number => Math.min(CEILING, Math.max(-CEILING, sample));

/** The lowest of the last `length` values, each at constant cost: values that a later, lower one hides are dropped. */
function createMinimum(length: number) {
  const values = new Float64Array(length);
  const numbers = new Float64Array(length);
  let first = 0;
  let count = 0;
  let next = 0;
  return {
    push(value: number): number {
      if (count > 0 && (numbers[first] ?? 0) <= next - length) {
        first = (first + 1) % length;
        count--;
      }
      while (count > 0 && (values[(first + count - 1) % length] ?? 0) >= value) count--;
      const at = (first + count) % length;
      values[at] = value;
      numbers[at] = next++;
      count++;
      return values[first] ?? 1;
    },
    reset: (): void => void (count = 0),
  };
}
