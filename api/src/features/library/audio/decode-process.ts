import { fileURLToPath } from 'node:url';
import { AUDIO_FORMATS } from '@belfry/schemas/domain/announcements';
import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { createBoundedQueue } from '../../../lib/bounded-queue.ts';
import { runNode } from '../../../lib/run-node.ts';

const PROGRAM = fileURLToPath(new URL('./decode/main.ts', import.meta.url));
/** An hour of MP3 takes 7 s of an idle processor. */
const LIMITS = { timeoutMs: 180_000, maxHeapMb: 256, maxOutputBytes: 50_000 };

const decodedSchema = z.object({
  format: z.enum(AUDIO_FORMATS),
  duration_ms: z.int().min(1),
  title: z.string().nullable(),
  artist: z.string().nullable(),
  peaks: z.array(z.number()).max(400),
});
const refusedSchema = z.object({ error: z.string() });
export type DecodedAudio = z.infer<typeof decodedSchema>;

const queue = createBoundedQueue({
  atOnce: 2,
  waitingMax: 50,
  busyText: 'Other files are being checked. Please try again shortly.',
});

/**
 * Decodes a whole file in a process of its own. Throws unprocessable with the reason where it cannot be played, and
 * rate_limited while too many files wait.
 */
export function decodeAudio(file: string): Promise<DecodedAudio> {
  return queue.add(async () => {
    const { output } = await runNode(PROGRAM, [file], LIMITS);
    const decoded = decodedSchema.safeParse(output);
    if (decoded.success) return decoded.data;
    const refused = refusedSchema.safeParse(output);
    throw new AppError('unprocessable', refused.success ? refused.data.error : 'The file cannot be decoded');
  });
}
