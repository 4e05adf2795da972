import { z } from 'zod';
import type { Speaker, Speech } from './speaker.ts';

/** Longer than anything that is announced. */
const MAX_TEXT = 5_000;
const requestSchema = z.strictObject({
  id: z.int(),
  voice: z.string().regex(/^[\w/+-]{1,60}$/),
  text: z.string().min(1).max(MAX_TEXT),
});

const idSchema = z.object({ id: z.int().catch(0) }).catch({ id: 0 });

export type Answer = { id: number; audio: string } | { id: number; error: string };

/** Answers one line of input; a line without an id is answered as request 0. Never throws. */
export function answerRequest(line: string, speaker: Speaker, encode: (speech: Speech) => Buffer): Answer {
  const given = parseJson(line);
  const parsed = requestSchema.safeParse(given);
  if (!parsed.success) return { id: idSchema.parse(given).id, error: 'the line is not a request' };
  const { id, voice, text } = parsed.data;
  try {
    return { id, audio: encode(speaker.speak(voice, text)).toString('base64') };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
