import { Readable } from 'node:stream';
import type { LivePages } from './live-pages.ts';

/** About a second. A device that reads so slowly hears gaps, and costs no memory. */
export const BACKLOG_FRAMES = 25;

/**
 * The frames of a page from now on, each after its length, until it ends. What its reader does not take in time is dropped, frame by frame.
 * @returns null where the device reads the page already
 */
export function openFrameStream(livePages: Pick<LivePages, 'listen'>, pageId: string, serial: string): Readable | null {
  const stream = new Readable({ objectMode: true, highWaterMark: BACKLOG_FRAMES, read: () => undefined });
  const stop = livePages.listen(pageId, {
    serial,
    onFrame(frame) {
      if (stream.readableLength < BACKLOG_FRAMES) stream.push(frame);
    },
    onEnd: () => void stream.push(null),
  });
  if (!stop) return null;
  stream.once('close', stop);
  return stream;
}
