/** The discrete Fourier transform of complex samples, in place: radix 2, so the length is a power of two. */
export const transform = (real: Float64Array, imaginary: Float64Array): void => fft(real, imaginary, -1);

/** The inverse of `transform`, without the division by the length. */
export const inverseTransform = (real: Float64Array, imaginary: Float64Array): void => fft(real, imaginary, 1);

/** @param sign of the exponent */
function fft(real: Float64Array, imaginary: Float64Array, sign: 1 | -1): void {
  const length = real.length;
  reorder(real, imaginary);
  const { cosines, sines } = waveOf(length);
  for (let half = 1; half < length; half *= 2) {
    const stride = length / 2 / half;
    for (let start = 0; start < length; start += 2 * half) {
      for (let index = 0; index < half; index++) {
        const even = start + index;
        const odd = even + half;
        const cosine = cosines[index * stride] ?? 0;
        const sine = sign * (sines[index * stride] ?? 0);
        const turnedReal = (real[odd] ?? 0) * cosine - (imaginary[odd] ?? 0) * sine;
        const turnedImaginary = (real[odd] ?? 0) * sine + (imaginary[odd] ?? 0) * cosine;
        real[odd] = (real[even] ?? 0) - turnedReal;
        imaginary[odd] = (imaginary[even] ?? 0) - turnedImaginary;
        real[even] = (real[even] ?? 0) + turnedReal;
        imaginary[even] = (imaginary[even] ?? 0) + turnedImaginary;
      }
    }
  }
}

type Wave = { cosines: Float64Array; sines: Float64Array };

/** The last wave is kept, because recordings of a device have the same length. */
let lastWave: Wave = { cosines: new Float64Array(), sines: new Float64Array() };

function waveOf(length: number): Wave {
  const half = length / 2;
  if (lastWave.cosines.length === half) return lastWave;
  const angle = Math.PI / half;
  lastWave = {
    cosines: Float64Array.from({ length: half }, (_, index) => Math.cos(angle * index)),
    sines: Float64Array.from({ length: half }, (_, index) => Math.sin(angle * index)),
  };
  return lastWave;
}

/** Puts the samples into the order of their reversed binary indices. */
function reorder(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length;
  for (let index = 1, reversed = 0; index < length; index++) {
    let bit = length >> 1;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed ^= bit;
    if (index >= reversed) continue;
    swap(real, index, reversed);
    swap(imaginary, index, reversed);
  }
}

function swap(values: Float64Array, one: number, other: number): void {
  const value = values[one] ?? 0;
  values[one] = values[other] ?? 0;
  values[other] = value;
}
