import { fileURLToPath } from 'node:url';
import { AUDIO_FORMATS } from '@belfry/schemas/domain/announcements';
import { z } from 'zod';
import { AppError, busy } from '../../../errors.ts';
import { runNode } from '../../../lib/run-node.ts';
import { createSemaphore } from '../../../lib/semaphore.ts';

const PROGRAM = fileURLToPath(new URL('./main.ts', import.meta.url));
/** An hour of MP3 takes 7 s of an idle processor, and its loudness up to 25 s. The sound is in buffers, outside the heap. */
export const DECODE_LIMITS = { timeoutMs: 600_000, maxHeapMb: 256, maxMemoryMb: 512, maxOutputBytes: 50_000 };

const decodedSchema = z.object({
  format: z.enum(AUDIO_FORMATS),
  duration_ms: z.int().min(1),
  title: z.string().nullable(),
  artist: z.string().nullable(),
  peaks: z.array(z.number()).max(400),
  converted: z.boolean(),
  loudness_lufs: z.number().nullable(),
  peak_dbtp: z.number().nullable(),
});

const refusedSchema = z.object({ error: z.string() });
type DecodedAudio = z.infer<typeof decodedSchema>;

const permits = createSemaphore<number>({
  pool: 'decoding',
  atOnce: 2,
  perKey: 1,
  waitingPerKey: 10,
  promisedMs: 60_000,
  refusal: busy('Other files are being checked. Please try again shortly.'),
});

/**
 * Decodes a whole file in a process of its own, one of an organisation at a time. Throws unprocessable with the reason where it cannot be
 * played, and rate_limited while too many files of it wait.
 * @param cleaned the path of a new file, which is written where players cannot play the given one as it is; `converted` says whether it was
 * @param isRecorded by a browser: also WebM
 */
export function decodeAudio(
  ownerId: number,
  file: string,
  cleaned: string,
  isRecorded: boolean,
): Promise<DecodedAudio> {
  return permits.run(ownerId, async () => {
    const given = isRecorded ? [file, cleaned, 'recorded'] : [file, cleaned];
    const { output, isOverMemory } = await runNode(PROGRAM, given, DECODE_LIMITS);
    const decoded = decodedSchema.safeParse(output);
    if (decoded.success) return decoded.data;
    const refused = refusedSchema.safeParse(output);
    if (refused.success) throw new AppError('unprocessable', refused.data.error);
    const reason = isOverMemory ? ': it needs too much memory' : '';
    throw new AppError('unprocessable', `The file cannot be decoded${reason}`);
  });
}
