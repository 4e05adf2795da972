import { model, tensor, value, type Node } from '@belfry/speech-neural/testing/onnx-writer';

/** The sizes of a Piper voice of medium quality: hidden channels, layers, and what the decoder does to the rate. */
const HIDDEN = 192;
const FILTER = 768;
const ENCODER_LAYERS = 6;
const FLOW_LAYERS = 16;
const NUMBERS = 256;
/** Frames of one number; a frame is 256 samples. */
const FRAMES = 3;
const DECODER = { channels: 256, rates: [8, 8, 4], kernels: [16, 16, 8] } as const;
const BLOCKS = [
  { kernel: 3, dilations: [1, 2] },
  { kernel: 5, dilations: [2, 6] },
  { kernel: 7, dilations: [3, 12] },
] as const;

type Convolution = { from: number; to: number; kernel: number; dilation?: number; stride?: number };

/** Collects the nodes and weights of a graph whose layers follow each other. */
class Layers {
  readonly nodes: Node[] = [];
  readonly constants: Uint8Array[] = [];
  private seed = 1;

  private weights(name: string, shape: readonly number[], fan: number): string {
    const numbers = new Float32Array(shape.reduce((product, length) => product * length, 1));
    for (let index = 0; index < numbers.length; index += 1) {
      this.seed = (this.seed * 48_271) % 2_147_483_647;
      numbers[index] = (this.seed / 1_073_741_823.5 - 1) * Math.sqrt(3 / fan);
    }
    this.constants.push(tensor(name, shape, numbers));
    return name;
  }

  apply(op: string, inputs: string[], attributes: Node['attributes'] = {}): string {
    const output = `${op}${this.nodes.length}`;
    this.nodes.push({ op, inputs, output, attributes });
    return output;
  }

  table(input: string): string {
    const table = this.weights('table', [NUMBERS, HIDDEN], 1);
    return this.apply('Transpose', [this.apply('Gather', [table, input], { axis: 0 })], { perm: [0, 2, 1] });
  }

  convolve(input: string, { from, to, kernel, dilation = 1 }: Convolution): string {
    const weight = this.weights(`w${this.nodes.length}`, [to, from, kernel], from * kernel);
    const pad = ((kernel - 1) * dilation) / 2;
    const attributes = { kernel_shape: [kernel], dilations: [dilation], pads: [pad, pad] };
    return this.apply('Conv', [input, weight], attributes);
  }

  /** Makes a signal `stride` times as long. */
  stretch(input: string, { from, to, kernel, stride = 1 }: Convolution): string {
    const weight = this.weights(`w${this.nodes.length}`, [from, to, kernel], from * (kernel / stride));
    const pad = (kernel - stride) / 2;
    return this.apply('ConvTranspose', [input, weight], {
      kernel_shape: [kernel],
      strides: [stride],
      pads: [pad, pad],
    });
  }
}

function encode(layers: Layers): string {
  let signal = layers.table('input');
  for (let layer = 0; layer < ENCODER_LAYERS; layer += 1) {
    const wide = layers.apply('Relu', [layers.convolve(signal, { from: HIDDEN, to: FILTER, kernel: 3 })]);
    signal = layers.apply('Tanh', [layers.convolve(wide, { from: FILTER, to: HIDDEN, kernel: 3 })]);
  }
  signal = layers.stretch(signal, { from: HIDDEN, to: HIDDEN, kernel: FRAMES, stride: FRAMES });
  for (let layer = 0; layer < FLOW_LAYERS; layer += 1) {
    const wide = layers.apply('Tanh', [layers.convolve(signal, { from: HIDDEN, to: 2 * HIDDEN, kernel: 5 })]);
    signal = layers.apply('Add', [signal, layers.convolve(wide, { from: 2 * HIDDEN, to: HIDDEN, kernel: 1 })]);
  }
  return layers.apply('Tanh', [signal]);
}

function decode(layers: Layers, input: string): string {
  let channels: number = DECODER.channels;
  let signal = layers.convolve(input, { from: HIDDEN, to: channels, kernel: 7 });
  for (const [index, stride] of DECODER.rates.entries()) {
    const kernel = DECODER.kernels[index] ?? stride;
    const quiet = layers.apply('LeakyRelu', [signal]);
    signal = layers.stretch(quiet, { from: channels, to: channels / 2, kernel, stride });
    channels /= 2;
    const sums = BLOCKS.map(({ kernel: width, dilations }) =>
      dilations.reduce((sum, dilation) => {
        const active = layers.apply('LeakyRelu', [sum]);
        const convolved = layers.convolve(active, { from: channels, to: channels, kernel: width, dilation });
        return layers.apply('Add', [convolved, sum]);
      }, signal),
    );
    signal = layers.apply('Tanh', [layers.apply('Sum', sums)]);
  }
  return layers.convolve(signal, { from: channels, to: 1, kernel: 7 });
}

/** A model with the inputs and the size of a Piper voice of medium quality (about 60 MB), whose weights are random: it makes noise, at the cost of speech. */
export function randomPiperModel(): Uint8Array {
  const layers = new Layers();
  const decoded = decode(layers, encode(layers));
  layers.nodes.push({ op: 'Tanh', inputs: [decoded], output: 'output' });
  return model({
    inputs: [
      value('input', 'int64', ['batch', 'phonemes']),
      value('input_lengths', 'int64', ['batch']),
      value('scales', 'float', [3]),
    ],
    outputs: [value('output', 'float', ['batch', 1, 'time'])],
    constants: layers.constants,
    nodes: layers.nodes,
  });
}
