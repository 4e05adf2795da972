import type { LivePages } from './live-pages.ts';

/** A device that reads so slowly hears gaps, and costs no memory. */
const BACKLOG_BYTES = 8 * 1024;

/** A frame after its length, as a big-endian number of 16 bits. */
function withLength(frame: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(2 + frame.length);
  bytes.writeUInt16BE(frame.length, 0);
  frame.copy(bytes, 2);
  return bytes;
}

/**
 * The frames of a page from now on, until it ends. What its reader does not take in time is dropped, frame by frame.
 * @returns null where the device reads the page already
 */
export function openFrameStream(
  livePages: Pick<LivePages, 'listen'>,
  pageId: string,
  serial: string,
): AsyncGenerator<Buffer> | null {
  const waiting: Buffer[] = [];
  let bytes = 0;
  let isOver = false;
  let wake = (): void => undefined;
  const stop = livePages.listen(pageId, {
    serial,
    onFrame(frame) {
      if (bytes > BACKLOG_BYTES) return;
      waiting.push(withLength(frame));
      bytes += frame.length;
      wake();
    },
    onEnd() {
      isOver = true;
      wake();
    },
  });
  if (!stop) return null;

  async function* read(undo: () => void): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const next = waiting.shift();
        if (next) {
          bytes -= next.length - 2;
          yield next;
        } else if (isOver) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      undo();
    }
  }
  return read(stop);
}
