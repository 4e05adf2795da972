import { z } from 'zod';
import { readWav } from './read-wav.ts';
import type { Speaker, Speech } from './speaker.ts';

/** Longer than anything that is announced. */
const MAX_TEXT = 5_000;
/** Five minutes of sound in base64. */
const WAV_MAX = 50_000_000;
const id = z.int();
const spoken = {
  id,
  voice: z.string().regex(/^[\w/+-]{1,60}$/),
  text: z.string().min(1).max(MAX_TEXT),
};
const requestSchema = z.union([
  z.strictObject(spoken),
  z.strictObject({ ...spoken, call: z.literal('phonemes'), language: z.string().min(1).max(40).optional() }),
  z.strictObject({ id, call: z.literal('encode'), wav: z.base64().min(1).max(WAV_MAX) }),
]);
type Request = z.output<typeof requestSchema>;

const idSchema = z.object({ id: z.int().catch(0) }).catch({ id: 0 });

export type Answer = { id: number; audio: string } | { id: number; phonemes: string } | { id: number; error: string };

/** Answers one line of input; a line without an id is answered as request 0. Never throws. */
export function answerRequest(line: string, speaker: Speaker, encode: (speech: Speech) => Buffer): Answer {
  const given = parseJson(line);
  const parsed = requestSchema.safeParse(given);
  if (!parsed.success) return { id: idSchema.parse(given).id, error: 'the line is not a request' };
  try {
    return answer(parsed.data, speaker, encode);
  } catch (error) {
    return { id: parsed.data.id, error: error instanceof Error ? error.message : String(error) };
  }
}

function answer(request: Request, speaker: Speaker, encode: (speech: Speech) => Buffer): Answer {
  const { id } = request;
  if ('wav' in request) {
    const speech = readWav(Buffer.from(request.wav, 'base64'));
    return { id, audio: encode(speech).toString('base64') };
  }
  if ('call' in request) return { id, phonemes: speaker.phonemes(request.voice, request.text, request.language) };
  return { id, audio: encode(speaker.speak(request.voice, request.text)).toString('base64') };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
