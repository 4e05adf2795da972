import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { MinimumRate } from './receive-time.ts';

/** What a client takes of an answer at least, on average over a time; slower lines are none over which a device works. */
const ANSWER_RATE: MinimumRate = { bytesPerSecond: 8 * 1024, overMs: 30_000, checkMs: 1_000 };

/** What libuv knows of a connection; the streams of Node count a chunk as waiting until all of it is gone, and an answer may be one chunk. */
type Counted = Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null };

/** The bytes that the network has taken; null while none wait for it. */
function takenBytes(socket: Counted): number | null {
  if (socket.writableLength === 0) return null;
  const { bytesWritten = socket.bytesWritten, writeQueueSize = socket.writableLength } = socket._handle ?? {};
  return bytesWritten - writeQueueSize;
}

/**
 * Closes the connections of clients that do not read their answers, or too slowly. Answers that are made more slowly than that, as live sound is,
 * are none of these: a client counts as slow while bytes wait for it only.
 * @returns what to call with each answer before it is made
 */
export function limitSendTime(server: Server, rate: MinimumRate = ANSWER_RATE): (res: ServerResponse) => void {
  const answers = new Map<ServerResponse, number[]>();
  const timer = setInterval(() => {
    for (const [res, samples] of answers) {
      const taken = res.socket ? takenBytes(res.socket) : null;
      if (taken === null) {
        samples.length = 0;
        continue;
      }
      samples.push(taken);
      if (samples.length <= rate.overMs / rate.checkMs) continue;
      if (taken - (samples.shift() ?? 0) < (rate.bytesPerSecond * rate.overMs) / 1_000) res.socket?.destroy();
    }
  }, rate.checkMs).unref();
  server.once('close', () => clearInterval(timer));
  return (res) => {
    answers.set(res, []);
    res.once('close', () => answers.delete(res));
  };
}
