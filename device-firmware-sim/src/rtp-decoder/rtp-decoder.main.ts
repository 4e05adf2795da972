import { OutputError } from '../playback/audio-output.ts';
import { compileDecoders } from './decode-bytes.ts';
import { decodeSource } from './decode-source.ts';
import type { DecoderAnswer, DecoderRequest } from './decoder-messages.ts';

/**
 * Decodes for a sender. A process and no thread of it: the sender, which is of the real-time class, would wait for locks of a thread that is
 * not. Several sources take turns, a little of each at a time.
 */

type Job = { samples: number; abort: AbortController; wake: () => void };
const jobs = new Map<number, Job>();

const answer = (message: DecoderAnswer): void => void process.send?.(message);

async function run({ id, source, rate, positionS, samples }: Extract<DecoderRequest, { kind: 'open' }>): Promise<void> {
  const job: Job = { samples, abort: new AbortController(), wake: () => {} };
  const { signal } = job.abort;
  jobs.set(id, job);
  try {
    const titled = (title: string): void => answer({ kind: 'title', id, title });
    for await (const chunk of decodeSource(source, { rate, positionS, signal, titled })) {
      if (signal.aborted) return;
      job.samples -= chunk.length;
      // A copy, or all of the memory behind it would be sent.
      if (chunk.length > 0) answer({ kind: 'samples', id, samples: chunk.slice() });
      await new Promise<void>((resolve) => {
        if (job.samples > 0) setImmediate(resolve);
        else job.wake = resolve;
      });
    }
    answer({ kind: 'over', id });
  } catch (error) {
    const reason = error instanceof OutputError ? error.message : 'the audio cannot be decoded';
    if (!signal.aborted) answer({ kind: 'failed', id, reason });
  } finally {
    jobs.delete(id);
  }
}

// The first announcement does not wait until its decoder is compiled.
void compileDecoders();
process.on('message', (request: DecoderRequest) => {
  if (request.kind === 'open') return void run(request);
  const job = jobs.get(request.id);
  if (request.kind === 'more') {
    if (job) job.samples += request.samples;
  } else job?.abort.abort();
  job?.wake();
  return undefined;
});
process.on('disconnect', () => process.exit());
// The sender ends it, in order.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
