import type { Random } from '../hardware/random.ts';

export type TestRoom = {
  /** Of the way from the loudspeaker to the microphone: the direct sound and echoes. */
  echoes: readonly { at: number; gain: number }[];
};

const SPEED_M_PER_S = 343;

/** A room of any size between a cabin and a hall, with the microphone at any place in it. The direct sound need not be the loudest. */
export function makeRoom(random: Random, rate: number): TestRoom {
  const reverberationS = random.between(0.15, 1.4);
  const distance = random.between(0.3, 12);
  const direct = Math.round((distance / SPEED_M_PER_S) * rate);
  const echoes = [{ at: direct, gain: 1 }];
  const tail = random.between(0.08, 0.5);
  const count = 60;
  for (let index = 0; index < count; index++) {
    const after = random.between(0.002, Math.min(0.7, reverberationS));
    const decay = 10 ** ((-3 * after) / reverberationS);
    echoes.push({ at: direct + Math.round(after * rate), gain: tail * decay * random.between(-1, 1) });
  }
  return { echoes };
}

/** The sound as the microphone hears it, played at this amplitude from this sample of the recording on. */
export function playIn(
  { echoes }: TestRoom,
  recording: Float32Array,
  sound: Float32Array,
  { at: start, gain }: { at: number; gain: number },
): void {
  for (const echo of echoes) {
    const from = start + echo.at;
    const amplitude = gain * echo.gain;
    const length = Math.min(sound.length, recording.length - from);
    for (let index = 0; index < length; index++) recording[from + index]! += amplitude * sound[index]!;
  }
}

export const NOISE_COLOURS = ['white', 'pink', 'brown', 'hum', 'babble'] as const;
export type NoiseColour = (typeof NOISE_COLOURS)[number];

/** Noise whose root mean square is 1. */
export function makeNoise(random: Random, colour: NoiseColour, length: number, rate: number): Float32Array {
  const noise = new Float32Array(length);
  let slow = 0;
  const pink = [0, 0, 0];
  const hum = random.between(45, 65);
  let loud = 1;
  for (let index = 0; index < length; index++) {
    const white = random.next() + random.next() + random.next() - 1.5;
    slow = 0.995 * slow + white;
    pink[0] = 0.997 * pink[0]! + 0.029 * white;
    pink[1] = 0.963 * pink[1]! + 0.075 * white;
    pink[2] = 0.57 * pink[2]! + 0.25 * white;
    if (index % Math.round(rate / 6) === 0) loud = random.between(0.1, 1.5);
    const time = (2 * Math.PI * hum * index) / rate;
    noise[index] = {
      white,
      pink: pink[0] + pink[1] + pink[2],
      brown: slow,
      hum: Math.sin(time) + 0.7 * Math.sin(2 * time) + 0.5 * Math.sin(7 * time) + 0.3 * white,
      babble: loud * (pink[1] + pink[2]),
    }[colour];
  }
  let energy = 0;
  for (const value of noise) energy += value * value;
  const scale = 1 / Math.sqrt(energy / length);
  return noise.map((value) => value * scale);
}
