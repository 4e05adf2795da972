import { z } from 'zod';
import type { Speaker, Speech } from './speaker.ts';

/** Longer than anything that is announced. */
const MAX_TEXT = 5_000;
const orderSchema = z.strictObject({
  id: z.int(),
  voice: z.string().regex(/^[\w/+-]{1,60}$/),
  text: z.string().min(1).max(MAX_TEXT),
});

export type Answer = { id: number; audio: string } | { id: number; error: string };

/** What one line of input is answered with; a line that is no order is answered as order 0. Never throws. */
export function answerOrder(line: string, speaker: Speaker, encode: (speech: Speech) => Buffer): Answer {
  const parsed = orderSchema.safeParse(parseJson(line));
  if (!parsed.success) return { id: 0, error: 'not an order' };
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
