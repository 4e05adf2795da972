/**
 * The encoder of ITU-T G.722 at 64 kbit/s (mode 1): 16 kHz in, one byte for two samples. Names, tables and blocks are those of the
 * recommendation; its arithmetic is that of 16-bit integers that saturate.
 */

const Q6 = [
  0, 35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1_023, 1_121, 1_219, 1_339,
  1_458, 1_612, 1_765, 1_980, 2_195, 2_557, 2_919,
];
const LEVELS = Q6.length;
const ILN = [
  0, 63, 62, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4,
];
const ILP = [
  0, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33,
  32,
];
const WL = [-60, -30, 58, 172, 334, 538, 1_198, 3_042];
const RL42 = [0, 7, 6, 5, 4, 3, 2, 1, 7, 6, 5, 4, 3, 2, 1, 0];
const ILB = [
  2_048, 2_093, 2_139, 2_186, 2_233, 2_282, 2_332, 2_383, 2_435, 2_489, 2_543, 2_599, 2_656, 2_714, 2_774, 2_834, 2_896,
  2_960, 3_025, 3_091, 3_158, 3_228, 3_298, 3_371, 3_444, 3_520, 3_597, 3_676, 3_756, 3_838, 3_922, 4_008,
];
const QM4 = [
  0, -20_456, -12_896, -8_968, -6_288, -4_240, -2_584, -1_200, 20_456, 12_896, 8_968, 6_288, 4_240, 2_584, 1_200, 0,
];
const QM2 = [-7_408, -1_616, 7_408, 1_616];
const QMF = [3, -11, 12, 32, -210, 951, 3_876, -805, 362, -156, 53, -11];
const QMF_TAPS = 24;
const IHN = [0, 1, 0];
const IHP = [0, 3, 2];
const WH = [0, -214, 798];
const RH2 = [2, 1, 2, 1];

const saturate = (value: number): number => (value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value);
const at = (table: readonly number[] | Int32Array, index: number): number => table[index] ?? 0;

/** The state of one of the two bands: the adaptive predictor and quantizer. */
class Band {
  /** The prediction of the next sample. */
  s = 0;
  det: number;
  #sz = 0;
  #nb = 0;
  readonly #nbMax: number;
  readonly #shift: number;
  readonly #r = new Int32Array(3);
  readonly #a = new Int32Array(3);
  readonly #p = new Int32Array(3);
  readonly #d = new Int32Array(7);
  readonly #b = new Int32Array(7);

  constructor(det: number, nbMax: number, shift: number) {
    this.det = det;
    this.#nbMax = nbMax;
    this.#shift = shift;
  }

  /** LOGSCL, LOGSCH and SCALEL, SCALEH: the step size for the next sample. */
  adaptScale(weight: number): void {
    this.#nb = Math.min(this.#nbMax, Math.max(0, ((this.#nb * 127) >> 7) + weight));
    const mantissa = at(ILB, (this.#nb >> 6) & 31);
    const shift = this.#shift - (this.#nb >> 11);
    this.det = (shift < 0 ? mantissa << -shift : mantissa >> shift) << 2;
  }

  /** RECONS to PREDIC (blocks 4L and 4H). @param difference the quantized difference from the prediction */
  predict(difference: number): void {
    const { s } = this;
    const r = this.#r;
    const a = this.#a;
    const p = this.#p;
    const d = this.#d;
    const b = this.#b;
    d[0] = difference;
    r[0] = saturate(s + difference);
    p[0] = saturate(this.#sz + difference);
    const pole2 = this.#pole2();
    const pole1 = this.#pole1(pole2);
    const step = difference === 0 ? 0 : 128;
    const sign = difference >> 15;
    for (let index = 6; index > 0; index--) {
      const change = at(d, index) >> 15 === sign ? step : -step;
      b[index] = saturate(change + ((at(b, index) * 32_640) >> 15));
    }
    for (let index = 6; index > 0; index--) d[index] = at(d, index - 1);
    for (let index = 2; index > 0; index--) {
      r[index] = at(r, index - 1);
      p[index] = at(p, index - 1);
    }
    a[1] = pole1;
    a[2] = pole2;
    const sp = saturate(((pole1 * saturate(2 * at(r, 1))) >> 15) + ((pole2 * saturate(2 * at(r, 2))) >> 15));
    let sz = 0;
    for (let index = 6; index > 0; index--) sz += (at(b, index) * saturate(2 * at(d, index))) >> 15;
    this.#sz = saturate(sz);
    this.s = saturate(sp + this.#sz);
  }

  /** UPPOL2 */
  #pole2(): number {
    const p = this.#p;
    const sign = at(p, 0) >> 15;
    const wd1 = saturate(at(this.#a, 1) << 2);
    const wd2 = Math.min(32_767, sign === at(p, 1) >> 15 ? -wd1 : wd1);
    const wd3 = (sign === at(p, 2) >> 15 ? 128 : -128) + (wd2 >> 7) + ((at(this.#a, 2) * 32_512) >> 15);
    return Math.min(12_288, Math.max(-12_288, wd3));
  }

  /** UPPOL1 */
  #pole1(pole2: number): number {
    const p = this.#p;
    const change = at(p, 0) >> 15 === at(p, 1) >> 15 ? 192 : -192;
    const next = saturate(change + ((at(this.#a, 1) * 32_640) >> 15));
    const limit = saturate(15_360 - pole2);
    return Math.min(limit, Math.max(-limit, next));
  }
}

export type G722Encoder = { encode(samples: Int16Array, bytes: Uint8Array): void };

/** Stateful: what follows in a stream goes through the same encoder. An even number of samples at a time. */
export function createG722Encoder(): G722Encoder {
  const low = new Band(32, 18_432, 8);
  const high = new Band(8, 22_528, 10);
  /** Twice, so that the last 24 samples are always in one piece. */
  const delay = new Int32Array(2 * QMF_TAPS);
  let place = 0;

  function encodePair(first: number, second: number): number {
    delay[place] = delay[place + QMF_TAPS] = first;
    delay[place + 1] = delay[place + 1 + QMF_TAPS] = second;
    place = (place + 2) % QMF_TAPS;
    let odd = 0;
    let even = 0;
    for (let tap = 0; tap < QMF.length; tap++) {
      odd += at(delay, place + 2 * tap) * at(QMF, tap);
      even += at(delay, place + 2 * tap + 1) * at(QMF, QMF.length - 1 - tap);
    }
    return (encodeHigh((even - odd) >> 14) << 6) | encodeLow((even + odd) >> 14);
  }

  function encodeLow(sample: number): number {
    const difference = saturate(sample - low.s);
    const magnitude = difference >= 0 ? difference : -(difference + 1);
    let level = 1;
    while (level < LEVELS && magnitude >= (at(Q6, level) * low.det) >> 12) level++;
    const code = at(difference < 0 ? ILN : ILP, level);
    const coarse = code >> 2;
    const quantized = (low.det * at(QM4, coarse)) >> 15;
    low.adaptScale(at(WL, at(RL42, coarse)));
    low.predict(quantized);
    return code;
  }

  function encodeHigh(sample: number): number {
    const difference = saturate(sample - high.s);
    const magnitude = difference >= 0 ? difference : -(difference + 1);
    const level = magnitude >= (564 * high.det) >> 12 ? 2 : 1;
    const code = at(difference < 0 ? IHN : IHP, level);
    const quantized = (high.det * at(QM2, code)) >> 15;
    high.adaptScale(at(WH, at(RH2, code)));
    high.predict(quantized);
    return code;
  }

  return {
    encode(samples, bytes) {
      for (let index = 0; index + 1 < samples.length; index += 2)
        bytes[index >> 1] = encodePair(samples[index] ?? 0, samples[index + 1] ?? 0);
    },
  };
}
