import { z } from 'zod';
import { checkModel, type ModelInputs } from './model-check.ts';
import { VoiceError, type NeuralVoice } from './request.ts';
import { integers, type LoadedVoice, type Model, type Runtime, type Values } from './runtime.ts';
import { characterIds, chunkText, spellForModel, SUPERTONIC_LANGUAGES } from './supertonic-text.ts';
import { readJson, type ReadVoiceFile } from './voice-files.ts';
import { joinPieces } from './wav.ts';

const PAUSE_S = 0.3;
const STEPS = 8;
const SPEED = 1.05;
/** What a chunk may last; a model that wants more is broken. */
const CHUNK_SECONDS_MAX = 60;

export const SUPERTONIC_INPUTS = {
  duration_predictor: { text_ids: 'int64', style_dp: 'float', text_mask: 'float' },
  text_encoder: { text_ids: 'int64', style_ttl: 'float', text_mask: 'float' },
  vector_estimator: {
    noisy_latent: 'float',
    text_emb: 'float',
    style_ttl: 'float',
    text_mask: 'float',
    latent_mask: 'float',
    current_step: 'float',
    total_step: 'float',
  },
  vocoder: { latent: 'float' },
} as const satisfies Record<string, ModelInputs>;

const configSchema = z.object({
  ae: z.object({ sample_rate: z.int().min(8_000).max(48_000), base_chunk_size: z.int().min(1).max(8_192) }),
  ttl: z.object({ chunk_compress_factor: z.int().min(1).max(64), latent_dim: z.int().min(1).max(1_024) }),
});
const tableSchema = z.array(z.int()).min(128).max(65_536);
const tensorSchema = z
  .object({ dims: z.tuple([z.literal(1), z.int().min(1).max(1_024), z.int().min(1).max(1_024)]), data: z.unknown() })
  .transform(({ dims, data }, context): Values => {
    const numbers = Array.isArray(data) ? data.flat(2).map(Number) : [];
    if (numbers.length === dims[1] * dims[2] && numbers.every(Number.isFinite))
      return { data: Float32Array.from(numbers), shape: [...dims] };
    context.addIssue({ code: 'custom', message: 'has other numbers than its shape' });
    return z.NEVER;
  });
const styleSchema = z.object({ style_ttl: tensorSchema, style_dp: tensorSchema });

/** Loads a Supertonic voice: four models, `tts.json`, `unicode_indexer.json` and one style (`style.json`). Throws VoiceError. */
export async function loadSupertonic(
  runtime: Runtime,
  { language }: Pick<NeuralVoice, 'language'>,
  read: ReadVoiceFile,
): Promise<LoadedVoice> {
  if (!SUPERTONIC_LANGUAGES.has(language)) throw new VoiceError('files', `Supertonic does not speak "${language}"`);
  const { ae, ttl } = await parsed(read, 'tts.json', configSchema);
  const table = await parsed(read, 'unicode_indexer.json', tableSchema);
  const style = await parsed(read, 'style.json', styleSchema);
  const models = await loadModels(runtime, read);
  const chunkSize = ae.base_chunk_size * ttl.chunk_compress_factor;
  const latentDim = ttl.latent_dim * ttl.chunk_compress_factor;

  async function speakChunk(chunk: string): Promise<Float32Array | null> {
    const ids = characterIds(spellForModel(chunk, language), table);
    if (ids.length === 0) return null;
    const text_ids = integers(ids, [1, ids.length]);
    const text_mask = ones(ids.length);
    const [predicted = 0] = await models.duration_predictor.run({ text_ids, style_dp: style.style_dp, text_mask });
    const seconds = predicted / SPEED;
    if (!(seconds > 0 && seconds <= CHUNK_SECONDS_MAX)) throw new Error(`the model wants to speak for ${seconds} s`);
    const samples = Math.floor(seconds * ae.sample_rate);
    const length = Math.max(1, Math.ceil(samples / chunkSize));
    const shape = [1, latentDim, length];
    const embedding = await models.text_encoder.run({ text_ids, style_ttl: style.style_ttl, text_mask });
    const text_emb = { data: embedding, shape: [1, embedding.length / ids.length, ids.length] };
    let latent = noise(latentDim * length);
    for (let step = 0; step < STEPS; step += 1) {
      latent = await models.vector_estimator.run({
        noisy_latent: { data: latent, shape },
        text_emb,
        style_ttl: style.style_ttl,
        text_mask,
        latent_mask: ones(length),
        current_step: { data: Float32Array.of(step), shape: [1] },
        total_step: { data: Float32Array.of(STEPS), shape: [1] },
      });
    }
    const wave = await models.vocoder.run({ latent: { data: latent, shape } });
    return wave.subarray(0, samples);
  }

  return {
    sampleRate: ae.sample_rate,
    async speak(text) {
      const pieces: Float32Array[] = [];
      for (const chunk of chunkText(text, language)) {
        const piece = await speakChunk(chunk);
        if (piece) pieces.push(piece);
      }
      return joinPieces(pieces, Math.round(PAUSE_S * ae.sample_rate));
    },
    release: () => releaseAll(Object.values(models)),
  };
}

type Models = Record<keyof typeof SUPERTONIC_INPUTS, Model>;

/** One after the other, so that one file is in memory at a time. */
async function loadModels(runtime: Runtime, read: ReadVoiceFile): Promise<Models> {
  const loaded: Partial<Models> = {};
  try {
    for (const name of Object.keys(SUPERTONIC_INPUTS) as (keyof Models)[]) {
      const file = await read(`${name}.onnx`);
      checkModel(file, { required: SUPERTONIC_INPUTS[name] });
      loaded[name] = await runtime.load(file);
    }
    return loaded as Models;
  } catch (error) {
    await releaseAll(Object.values(loaded));
    throw error;
  }
}

const releaseAll = async (models: readonly Model[]): Promise<void> => {
  for (const model of models) await model.release();
};

async function parsed<T>(read: ReadVoiceFile, name: string, schema: z.ZodType<T>): Promise<T> {
  const result = schema.safeParse(await readJson(read, name));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new VoiceError('files', `${name} is not that of Supertonic: ${issue?.path.join('.')} ${issue?.message}`);
}

const ones = (length: number): Values => ({ data: new Float32Array(length).fill(1), shape: [1, 1, length] });

/** Numbers with a normal distribution, by pairs (Box and Muller). */
function noise(length: number): Float32Array {
  return Float32Array.from({ length }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - Math.random()));
    return radius * Math.cos(2 * Math.PI * Math.random());
  });
}
