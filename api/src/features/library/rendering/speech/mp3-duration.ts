import { readMp3Frames } from '../../../../lib/mp3-frames.ts';

/**
 * The duration of an MP3 file in milliseconds, by counting its frames: exact, also without a header that states it. Throws an
 * Error for a file without frames.
 */
export function mp3DurationMs(file: Buffer): number {
  const { seconds } = readMp3Frames(file);
  if (seconds === 0) throw new Error('not an MP3 file');
  return Math.round(seconds * 1_000);
}
