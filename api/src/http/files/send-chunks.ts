import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Sends a text while it is made, as fast as the client reads. A failure after the first chunk ends the connection. */
export async function sendChunks(res: Response, chunks: AsyncIterable<string>, type: string): Promise<void> {
  res.setHeader('Content-Type', type);
  try {
    await pipeline(Readable.from(chunks, { objectMode: false, encoding: 'utf8' }), res);
  } catch (error) {
    // A client that closes the connection is not an error.
    if (!isClosedByClient(error)) throw error;
  }
}

const isClosedByClient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
