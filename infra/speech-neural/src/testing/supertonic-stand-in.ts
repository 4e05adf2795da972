import { longs, model, tensor, value } from './onnx-writer.ts';

export const SUPERTONIC_RATE = 44_100;
const CHUNK_SIZE = 256;
const COMPRESSION = 4;
/** Samples of one column of the latent numbers. */
export const COLUMN_SAMPLES = CHUNK_SIZE * COMPRESSION;
export const SECONDS_A_SIGN = 0.06;
const STYLE = [1, 2, 4] as const;
const LOUDNESS = 0.5;

/** What the stand-in says in each column: whole waves, so that columns join. */
export const column = (): Float32Array =>
  Float32Array.from(
    { length: COLUMN_SAMPLES },
    (_, index) => LOUDNESS * Math.sin((2 * Math.PI * 16 * index) / COLUMN_SAMPLES),
  );

const text = [value('text_ids', 'int64', [1, 'text']), value('text_mask', 'float', [1, 1, 'text'])];
const style = (name: string) => value(name, 'float', [1, STYLE[1], STYLE[2]]);
const scalar = (name: string, number: number) => tensor(name, [1], Float32Array.of(number));

const durationPredictor = (): Uint8Array =>
  model({
    inputs: [...text, style('style_dp')],
    outputs: [value('duration', 'float', [1])],
    constants: [scalar('seconds', SECONDS_A_SIGN), longs('one', 1)],
    nodes: [
      { op: 'ReduceSum', inputs: ['text_mask'], output: 'signs', attributes: { keepdims: 0 } },
      { op: 'Reshape', inputs: ['signs', 'one'], output: 'count' },
      { op: 'Mul', inputs: ['count', 'seconds'], output: 'duration' },
    ],
  });

const textEncoder = (): Uint8Array =>
  model({
    inputs: [...text, style('style_ttl')],
    outputs: [value('text_emb', 'float', [1, 1, 'text'])],
    constants: [longs('axis', 1)],
    nodes: [
      { op: 'Cast', inputs: ['text_ids'], output: 'numbers', attributes: { to: 1 } },
      { op: 'Unsqueeze', inputs: ['numbers', 'axis'], output: 'text_emb' },
    ],
  });

const vectorEstimator = (): Uint8Array =>
  model({
    inputs: [
      value('noisy_latent', 'float', [1, COLUMN_SAMPLES, 'columns']),
      value('text_emb', 'float', [1, 1, 'text']),
      style('style_ttl'),
      value('text_mask', 'float', [1, 1, 'text']),
      value('latent_mask', 'float', [1, 1, 'columns']),
      value('current_step', 'float', [1]),
      value('total_step', 'float', [1]),
    ],
    outputs: [value('denoised_latent', 'float', [1, COLUMN_SAMPLES, 'columns'])],
    constants: [tensor('column', [1, COLUMN_SAMPLES, 1], column()), scalar('zero', 0)],
    nodes: [
      { op: 'Mul', inputs: ['noisy_latent', 'zero'], output: 'nothing' },
      { op: 'Add', inputs: ['nothing', 'column'], output: 'denoised_latent' },
    ],
  });

const vocoder = (): Uint8Array =>
  model({
    inputs: [value('latent', 'float', [1, COLUMN_SAMPLES, 'columns'])],
    outputs: [value('wav_tts', 'float', [1, 'time'])],
    constants: [longs('shape', 1, -1)],
    nodes: [
      { op: 'Transpose', inputs: ['latent'], output: 'turned', attributes: { perm: [0, 2, 1] } },
      { op: 'Reshape', inputs: ['turned', 'shape'], output: 'wav_tts' },
    ],
  });

const styleTensor = () => ({
  dims: [...STYLE],
  data: [[0, 1].map(() => [0.1, 0.2, 0.3, 0.4])],
  type: 'float32',
});

export function supertonicFiles(): Record<string, Uint8Array> {
  const json = (given: unknown): Uint8Array => Uint8Array.from(Buffer.from(JSON.stringify(given)));
  return {
    'duration_predictor.onnx': durationPredictor(),
    'text_encoder.onnx': textEncoder(),
    'vector_estimator.onnx': vectorEstimator(),
    'vocoder.onnx': vocoder(),
    'tts.json': json({
      ae: { sample_rate: SUPERTONIC_RATE, base_chunk_size: CHUNK_SIZE },
      ttl: { chunk_compress_factor: COMPRESSION, latent_dim: CHUNK_SIZE },
    }),
    'unicode_indexer.json': json(Array.from({ length: 1_200 }, (_, code) => (code < 32 ? -1 : code))),
    'style.json': json({ style_ttl: styleTensor(), style_dp: styleTensor() }),
  };
}
