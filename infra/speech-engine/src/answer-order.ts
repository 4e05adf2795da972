import { z } from 'zod';
import type { Speaker, Speech } from './speaker.ts';

/** Longer than anything that is announced. */
const MAX_TEXT = 5_000;
const orderSchema = z.strictObject({
  id: z.int(),
  voice: z.string().regex(/^[\w/+-]{1,60}$/),
  text: z.string().min(1).max(MAX_TEXT),
});

const idSchema = z.object({ id: z.int().catch(0) }).catch({ id: 0 });

export type Answer = { id: number; audio: string } | { id: number; error: string };

/** What one line of input is answered with; a line without an id is answered as order 0. Never throws. */
export function answerOrder(line: string, speaker: Speaker, encode: (speech: Speech) => Buffer): Answer {
  const given = parseJson(line);
  const parsed = orderSchema.safeParse(given);
  if (!parsed.success) return { id: idSchema.parse(given).id, error: 'not an order' };
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
