import { spawnSync } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { SAMPLE_FORMAT } from '@belfry/device-firmware-sim/mpd/mpd-config';
import { samplesOf } from '@belfry/device-firmware-sim/sound/pcm';
import { PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';

/** Of 16-bit samples. */
type RecordedFormat = { rate: number; channels: number };
/** What devices write of live pages. */
export const PAGE_FORMAT: RecordedFormat = { rate: PAGE_RATE_HZ, channels: 1 };

/** Bytes that arrived together; `at` in milliseconds since 1970. */
type Chunk = { at: number; offset: number };

export type Recorder = Awaited<ReturnType<typeof startRecorder>>;

/**
 * Records what a player writes into a named pipe, which is created. The player writes in real time, and only while it plays,
 * so the recording has no pauses; `timeOf` tells when a sample came.
 * @param format by default that of MPD's outputs
 */
export async function startRecorder(path: string, { rate, channels }: RecordedFormat = SAMPLE_FORMAT) {
  const frameBytes = 2 * channels;
  const made = spawnSync('mkfifo', [path]);
  if (made.status !== 0) throw new Error(`mkfifo ${path}: ${made.stderr.toString()}`);
  // Open before the player is, or what it has played before would come first; and for writing as well, so that it never ends.
  const socket = new Socket({
    fd: openSync(path, constants.O_RDWR | constants.O_NONBLOCK),
    readable: true,
    writable: false,
  });
  const parts: Buffer[] = [];
  const chunks: Chunk[] = [];
  let bytes = 0;
  socket.on('data', (part) => {
    chunks.push({ at: performance.timeOrigin + performance.now(), offset: bytes });
    parts.push(part);
    bytes += part.length;
  });
  socket.resume();

  return {
    rate,
    /** The number of samples so far. */
    length: (): number => Math.floor(bytes / frameBytes),
    /** The mean of the channels from sample `from` to sample `to`. */
    samples: (from = 0, to = Infinity): Float32Array =>
      samplesOf(Buffer.concat(parts).subarray(from * frameBytes, to * frameBytes), channels),
    /** When a sample was played, in milliseconds since 1970: after the bytes before it in its chunk. */
    timeOf(sample: number): number {
      const offset = sample * frameBytes;
      const chunk = chunks.findLast(({ offset: start }) => start <= offset);
      if (!chunk) throw new Error(`sample ${sample} is not recorded`);
      return chunk.at + ((offset - chunk.offset) / frameBytes / rate) * 1_000;
    },
    /** The sample that was played at a time, in milliseconds since 1970. */
    sampleAt(time: number): number {
      const chunk = chunks.findLast(({ at }) => at <= time);
      if (!chunk) throw new Error('nothing was recorded then');
      return Math.floor(chunk.offset / frameBytes) + Math.round(((time - chunk.at) / 1_000) * rate);
    },
    stop: (): void => void socket.destroy(),
  };
}
