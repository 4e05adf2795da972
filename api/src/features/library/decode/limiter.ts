/** The level sinks so long before a peak, and begins to rise so long after it. */
const LOOK_AHEAD_S = 0.005;
/** After this time 63 % of what was taken away is there again. */
const RELEASE_S = 0.08;

type Sound = readonly Float32Array[];
type Limiter = {
  /** @returns as many samples, those from LOOK_AHEAD_S before */
  add(channels: Sound): Float32Array[];
  end(): Float32Array[];
};

/** Amplifies sound, and lowers it around peaks that would be above the ceiling. @param factor of the samples; `ceiling` up to 1 */
export function createLimiter(
  { factor, ceiling }: { factor: number; ceiling: number },
  { rate, channels: count }: { rate: number; channels: number },
): Limiter {
  const ahead = Math.max(1, Math.round(rate * LOOK_AHEAD_S));
  const release = 1 - Math.exp(-1 / (rate * RELEASE_S));
  const waiting = Array.from({ length: count }, () => new Float32Array(ahead));
  const levels = new Float64Array(ahead).fill(1);
  let sum = ahead;
  let at = 0;
  let level = 1;
  let held = 0;

  function follow(peak: number): number {
    const target = peak > ceiling ? ceiling / peak : 1;
    if (target <= level) {
      level = target;
      held = ahead;
    } else if (held > 0) held -= 1;
    else level = Math.min(target, level + (1 - level) * release);
    return level;
  }

  /** The mean of the levels since a sample came, all of which are low enough for it. */
  function smooth(next: number): number {
    sum += next - (levels[at] ?? 1);
    levels[at] = next;
    return sum / ahead;
  }

  function add(channels: Sound): Float32Array[] {
    const length = channels[0]?.length ?? 0;
    const result = Array.from({ length: count }, () => new Float32Array(length));
    for (let index = 0; index < length; index += 1) {
      let peak = 0;
      for (const samples of channels) peak = Math.max(peak, Math.abs(samples[index] ?? 0) * factor);
      const gain = smooth(follow(peak)) * factor;
      for (const [channel, samples] of channels.entries()) {
        const delay = waiting[channel];
        const output = result[channel];
        if (!delay || !output) continue;
        output[index] = (delay[at] ?? 0) * gain;
        delay[at] = samples[index] ?? 0;
      }
      at = (at + 1) % ahead;
    }
    return result;
  }

  return { add, end: () => add(Array.from({ length: count }, () => new Float32Array(ahead))) };
}
