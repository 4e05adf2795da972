import { z } from 'zod';
import { checkModel } from './model-check.ts';
import { VoiceError, type NeuralVoice } from './request.ts';
import { integers, type LoadedVoice, type Runtime } from './runtime.ts';
import { readJson, type ReadVoiceFile } from './voice-files.ts';
import { joinPieces } from './wav.ts';

const PAUSE_S = 0.25;
/** A longer piece is cut at a mark or a space: the memory of a run grows with its length. */
const PIECE_MAX = 400;
const [BEGIN, PAD, END] = ['^', '_', '$'];

const ids = z.array(z.int().min(0).max(1_000_000)).max(8);
const configSchema = z.object({
  audio: z.object({ sample_rate: z.int().min(8_000).max(48_000) }),
  inference: z
    .object({
      noise_scale: z.number().min(0).max(2).default(0.667),
      length_scale: z.number().min(0.3).max(3).default(1),
      noise_w: z.number().min(0).max(2).default(0.8),
    })
    .prefault({}),
  phoneme_type: z.enum(['espeak', 'text']).default('espeak'),
  num_speakers: z.int().min(1).max(10_000).default(1),
  phoneme_id_map: z
    .record(z.string(), ids)
    .refine((map) => [BEGIN, PAD, END].every((sign) => sign !== undefined && map[sign]), 'needs ^, _ and $'),
});
export type PhonemeIds = Readonly<Record<string, readonly number[]>>;

/** What a Piper model is fed with; only voices of several speakers have `sid`. */
export const PIPER_INPUTS = {
  required: { input: 'int64', input_lengths: 'int64', scales: 'float' },
  optional: { sid: 'int64' },
} as const;

/** Loads a Piper voice: a VITS model (`.onnx`) and its configuration (`.onnx.json`). Throws VoiceError. */
export async function loadPiper(
  runtime: Runtime,
  { speaker }: Pick<NeuralVoice, 'speaker'>,
  read: ReadVoiceFile,
): Promise<LoadedVoice> {
  const parsed = configSchema.safeParse(await readJson(read, '.onnx.json'));
  if (!parsed.success) throw new VoiceError('files', `the configuration is not that of Piper: ${pathOf(parsed.error)}`);
  const { audio, inference, phoneme_id_map, phoneme_type, num_speakers } = parsed.data;
  if (speaker >= num_speakers) throw new VoiceError('files', `the voice has ${num_speakers} speakers`);
  const file = await read('.onnx');
  const { inputs } = checkModel(file, PIPER_INPUTS);
  const model = await runtime.load(file);
  const scales = Float32Array.of(inference.noise_scale, inference.length_scale, inference.noise_w);

  return {
    sampleRate: audio.sample_rate,
    async speak(text) {
      const pieces: Float32Array[] = [];
      for (const piece of splitPhonemes(phoneme_type === 'text' ? cleanText(text) : cleanPhonemes(text))) {
        const sequence = phonemeIds(piece, phoneme_id_map);
        if (sequence === null) continue;
        pieces.push(
          await model.run({
            input: integers(sequence, [1, sequence.length]),
            input_lengths: integers([sequence.length], [1]),
            scales: { data: scales, shape: [3] },
            ...(inputs.includes('sid') && { sid: integers([speaker], [1]) }),
          }),
        );
      }
      return joinPieces(pieces, Math.round(PAUSE_S * audio.sample_rate));
    },
    release: () => model.release(),
  };
}

const pathOf = ({ issues: [issue] }: z.ZodError): string => `${issue?.path.join('.')} ${issue?.message}`;

/** Phonemes as a model was trained with: without eSpeak's marks of another language such as `(en)`, decomposed, on one line. */
export const cleanPhonemes = (phonemes: string): string =>
  phonemes
    .replaceAll(/\([a-z]{2,3}(-[a-z0-9]+)*\)/gi, '')
    .normalize('NFD')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Letters as a model without phonemes was trained with: small, decomposed, on one line. */
const cleanText = (text: string): string => text.toLowerCase().normalize('NFD').replaceAll(/\s+/g, ' ').trim();

/** One piece for each sentence; a long one is cut at commas, else between words. */
export function splitPhonemes(phonemes: string): string[] {
  const sentences = phonemes.split(/(?<=[.!?]) /).filter((part) => part !== '');
  return sentences.flatMap((sentence) => cut(sentence));
}

function cut(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > PIECE_MAX) {
    const head = rest.slice(0, PIECE_MAX);
    const mark = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '), head.lastIndexOf(': ')) + 1;
    const at = mark || head.lastIndexOf(' ') || PIECE_MAX;
    const length = at > 0 ? at : PIECE_MAX;
    pieces.push(rest.slice(0, length).trim());
    rest = rest.slice(length).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/**
 * The numbers of a piece: `^ _ p _ p _ … $`. Phonemes that the model does not know are left out.
 * @returns null where nothing is left
 */
export function phonemeIds(piece: string, map: PhonemeIds): number[] | null {
  const pad = map[PAD ?? ''] ?? [];
  const sounds: number[] = [];
  for (const sign of piece) {
    const ids = Object.hasOwn(map, sign) ? map[sign] : undefined;
    if (ids) sounds.push(...ids, ...pad);
  }
  if (sounds.length === 0) return null;
  return [...(map[BEGIN ?? ''] ?? []), ...pad, ...sounds, ...(map[END ?? ''] ?? [])];
}
