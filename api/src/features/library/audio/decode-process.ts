import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AUDIO_FORMATS } from '@belfry/schemas/domain/announcements';
import PQueue from 'p-queue';
import { z } from 'zod';
import { AppError } from '../../../errors.ts';

const PROGRAM = fileURLToPath(new URL('./decode/main.ts', import.meta.url));
/** An hour of MP3 takes 7 s of an idle processor. */
const TIMEOUT_MS = 180_000;
const MAX_HEAP_MB = 256;
const MAX_OUTPUT_BYTES = 50_000;
/** Processes at the same time, and files that may wait. */
const AT_ONCE = 2;
const WAITING_MAX = 50;
const RETRY_AFTER_S = 10;

const decodedSchema = z.object({
  format: z.enum(AUDIO_FORMATS),
  duration_ms: z.int().min(1),
  title: z.string().nullable(),
  artist: z.string().nullable(),
  peaks: z.array(z.number()).max(400),
});
const refusedSchema = z.object({ error: z.string() });
export type DecodedAudio = z.infer<typeof decodedSchema>;

const queue = new PQueue({ concurrency: AT_ONCE });

/**
 * Decodes a whole file in a process of its own. Throws unprocessable with the reason where it cannot be played, and
 * rate_limited while too many files wait.
 */
export function decodeAudio(file: string): Promise<DecodedAudio> {
  if (queue.size >= WAITING_MAX) {
    throw new AppError('rate_limited', 'Other files are being checked. Please try again shortly.', {
      retryAfterSeconds: RETRY_AFTER_S,
    });
  }
  return queue.add(async () => {
    const printed = await run(file);
    const decoded = decodedSchema.safeParse(printed);
    if (decoded.success) return decoded.data;
    const refused = refusedSchema.safeParse(printed);
    throw new AppError('unprocessable', refused.success ? refused.data.error : 'The file cannot be decoded');
  });
}

/** @returns null where the process ended without an answer, as after its time limit */
function run(file: string): Promise<unknown> {
  const options = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES, env: {} } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [`--max-old-space-size=${MAX_HEAP_MB}`, PROGRAM, file], options, (_error, out) =>
      resolve(parseJson(out)),
    );
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
