/** How far the beginning of a signal may be displaced, as by the delay of an encoder. */
const SHIFT_MAX = 4_000;
/** Samples that are compared while the displacement is searched for. */
const PROBE = 8_192;

/** The greatest correlation (-1 to 1) of a recording with a signal of the same rate, wherever the signal begins in it. */
export function correlationOf(recording: Float32Array, signal: Float32Array): number {
  let [best, shift] = [-1, 0];
  for (let candidate = 0; candidate <= SHIFT_MAX; candidate += 1) {
    const value = correlate(recording.subarray(candidate, candidate + PROBE), signal.subarray(0, PROBE));
    if (value > best) [best, shift] = [value, candidate];
  }
  return correlate(recording.subarray(shift), signal);
}

function correlate(a: Float32Array, b: Float32Array): number {
  const length = Math.min(a.length, b.length);
  let [product, energyA, energyB] = [0, 0, 0];
  for (let index = 0; index < length; index += 1) {
    const [x, y] = [a[index] ?? 0, b[index] ?? 0];
    product += x * y;
    energyA += x * x;
    energyB += y * y;
  }
  return product / Math.sqrt(energyA * energyB || 1);
}
