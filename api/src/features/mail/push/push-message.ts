import type { AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import { createHash } from 'node:crypto';
import { z } from 'zod';

export const PUSH_KINDS = ['alarm', 'ask', 'report', 'test'] as const;

/** What a browser shows. Its service worker reads it: `web/public/service-worker.js`. */
export const pushTextSchema = z.strictObject({
  kind: z.enum(PUSH_KINDS),
  title: z.string(),
  body: z.string(),
  /** The path of the console that a click opens. */
  url: z.string().startsWith('/'),
  /** A message replaces the one before with the same tag. */
  tag: z.string(),
});
export type PushText = z.infer<typeof pushTextSchema>;

export const URGENCIES = ['low', 'normal', 'high'] as const;
export type Urgency = (typeof URGENCIES)[number];

const OF_SEVERITY: Record<AlarmSeverity, Urgency> = { low: 'low', medium: 'normal', high: 'high', critical: 'high' };
export const urgencyOf = (severity: AlarmSeverity): Urgency => OF_SEVERITY[severity];

/** Push services take 4 kB of encrypted bytes. */
const PAYLOAD_BYTES_MAX = 3_000;
const TITLE_MAX = 200;
const BODY_MAX = 600;

const cut = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;

/** The JSON of a message, of 3,000 bytes at most: its texts are cut where they are longer. */
export function payloadOf({ title, body, ...rest }: PushText): string {
  for (let max = BODY_MAX; ; max = Math.floor(max / 2)) {
    const json = JSON.stringify({ ...rest, title: cut(title, Math.min(max, TITLE_MAX)), body: cut(body, max) });
    if (Buffer.byteLength(json) <= PAYLOAD_BYTES_MAX || max < 2) return json;
  }
}

const TOPIC_LETTERS = 32;
/** A push service keeps the newest message of a topic for a browser that is away. It does not learn the tag. */
export const topicOf = (tag: string): string =>
  createHash('sha256').update(tag).digest('base64url').slice(0, TOPIC_LETTERS);
