import { longs, model, tensor, value } from './onnx-writer.ts';

/** Samples of the sound of one number. */
export const SOUND_SAMPLES = 1_024;
export const STAND_IN_RATE = 22_050;
const NUMBERS = 256;
const LOUDNESS = 0.6;

export function soundOf(number: number): Float32Array {
  const hertz = 250 + 9 * number;
  return Float32Array.from({ length: SOUND_SAMPLES }, (_, index) => {
    const envelope = Math.sin((Math.PI * (index + 0.5)) / SOUND_SAMPLES);
    return LOUDNESS * envelope * Math.sin((2 * Math.PI * hertz * index) / STAND_IN_RATE);
  });
}

export function signalOf(numbers: readonly number[]): Float32Array {
  const signal = new Float32Array(numbers.length * SOUND_SAMPLES);
  numbers.forEach((number, index) => signal.set(soundOf(number), index * SOUND_SAMPLES));
  return signal;
}

export function piperModel({ speakers = 1 } = {}): Uint8Array {
  const table = signalOf(Array.from({ length: NUMBERS }, (_, number) => number));
  return model({
    inputs: [
      value('input', 'int64', ['batch', 'phonemes']),
      value('input_lengths', 'int64', ['batch']),
      value('scales', 'float', [3]),
      ...(speakers > 1 ? [value('sid', 'int64', ['batch'])] : []),
    ],
    outputs: [value('output', 'float', ['batch', 1, 'time'])],
    constants: [tensor('table', [NUMBERS, SOUND_SAMPLES], table), longs('shape', 1, 1, NUMBERS_OF_ALL)],
    nodes: [
      { op: 'Gather', inputs: ['table', 'input'], output: 'sounds', attributes: { axis: 0 } },
      { op: 'Reshape', inputs: ['sounds', 'shape'], output: 'output' },
    ],
  });
}
/** Stands for a length that follows from the others. */
const NUMBERS_OF_ALL = -1;

export function piperConfig({ speakers = 1 } = {}): Record<string, unknown> {
  const signs = Array.from(
    " !'(),-.:;?abcdefghijklmnopqrstuvwxyzæçðøħŋœɐɑɒɓɔɕɖɗɘəɚɛɜɞɟɡɢɣɤɥɦɧɨɪɫɬɭɮɯɰɱɲɳɴɵɶɸɹɺɻɽɾʀʁʂʃʄʈʉʊʋʌʍʎʏʐʑʒʔʕʘʙʛʜʝʟʡʢʲˈˌːˑ˞βθχ",
  );
  const map: Record<string, number[]> = { _: [0], '^': [1], $: [2] };
  signs.forEach((sign, index) => (map[sign] = [3 + index]));
  return {
    audio: { sample_rate: STAND_IN_RATE },
    espeak: { voice: 'lv' },
    inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
    phoneme_type: 'espeak',
    num_speakers: speakers,
    phoneme_id_map: map,
  };
}
