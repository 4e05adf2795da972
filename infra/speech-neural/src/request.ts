import { z } from 'zod';

/** Longer than anything that is announced; phonemes are longer than letters. */
const TEXT_MAX = 20_000;
const FILES_MAX = 12;
export const FILE_BYTES_MAX = 600 * 1_024 * 1_024;

const fileSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/),
  bytes: z.int().min(1).max(FILE_BYTES_MAX),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A voice as its folder describes it: where the files are, what they must be, and who of several speakers speaks. */
export const voiceSchema = z.strictObject({
  folder: z.string().min(1).max(1_000),
  kind: z.enum(['piper', 'supertonic']),
  files: z.array(fileSchema).min(1).max(FILES_MAX),
  /** ISO 639: lv */
  language: z.string().regex(/^[a-z]{2,3}$/),
  speaker: z.int().min(0).max(10_000).default(0),
});
export type NeuralVoice = z.output<typeof voiceSchema>;

const id = z.int();
/** A line of the input. `text` of a Piper voice are phonemes (IPA, with the marks of the sentence) unless its model reads letters. */
export const requestSchema = z.discriminatedUnion('call', [
  z.strictObject({ id, call: z.literal('check') }),
  z.strictObject({ id, call: z.literal('speak'), voice: voiceSchema, text: z.string().min(1).max(TEXT_MAX) }),
]);

/** Why a request failed: the platform, the files of the voice, the text, or the synthesis itself. */
export type FailureCode = 'runtime' | 'files' | 'text' | 'failed';
export type Answer =
  | { id: number; ready: true }
  | { id: number; audio: string }
  | { id: number; error: string; code: FailureCode };

export class VoiceError extends Error {
  override readonly name = 'VoiceError';
  readonly code: FailureCode;
  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
