import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../errors.ts';

type Limits = { maxBytes: number; announcedBytes: number; title: string };

/**
 * Writes an upload to a new file while it arrives. Throws payload_too_large beyond `maxBytes`, before it is received where
 * the client announces its length. @param title what is uploaded, in the error: An archive
 */
export async function receiveFile(
  body: Readable,
  file: string,
  { maxBytes, announcedBytes, title }: Limits,
): Promise<void> {
  if (announcedBytes > maxBytes) throw tooLarge(title, maxBytes);
  async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let received = 0;
    for await (const chunk of chunks) {
      received += chunk.length;
      if (received > maxBytes) throw tooLarge(title, maxBytes);
      yield chunk;
    }
  }
  await pipeline(body, limited, createWriteStream(file, { flags: 'wx', flush: true }));
}

const tooLarge = (title: string, maxBytes: number): AppError =>
  new AppError('payload_too_large', `${title} has at most ${maxBytes / 1024 / 1024} MB`);
