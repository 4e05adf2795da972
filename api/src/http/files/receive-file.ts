import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../errors.ts';
import type { Quota, UploadBudget } from './uploads.ts';

/** `title`: what is uploaded, in the error: An archive. `announcedBytes`: 0 where the client states no length. */
type Limits = { maxBytes: number; announcedBytes: number; title: string; budget: UploadBudget; quota?: Quota };

/**
 * Writes an upload to a new file while it arrives, within its budget. Throws payload_too_large beyond `maxBytes`, before it is
 * received where the client announces its length, and the errors of the budget. The connection stays open for the answer.
 */
export async function receiveFile(body: Readable, file: string, limits: Limits): Promise<void> {
  const { maxBytes, announcedBytes, title, budget, quota } = limits;
  if (announcedBytes > maxBytes) throw tooLarge(title, maxBytes);
  await budget.reserve(announcedBytes, quota);
  async function* limited(): AsyncGenerator<Buffer> {
    let received = 0;
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > maxBytes) throw tooLarge(title, maxBytes);
      await budget.receive(chunk.length, quota);
      yield chunk;
    }
  }
  await pipeline(limited, createWriteStream(file, { flags: 'wx', flush: true }));
}

const tooLarge = (title: string, maxBytes: number): AppError =>
  new AppError('payload_too_large', `${title} has at most ${maxBytes / 1024 / 1024} MB`);
