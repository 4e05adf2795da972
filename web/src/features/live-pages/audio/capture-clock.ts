import { PAGE_FRAME_MS } from '@belfry/schemas/mqtt/page-frames';

/** A frame that arrives so much later than the frames before it shows that the sound was interrupted. */
const INTERRUPTED_MS = 400;

/**
 * When frames were captured. They arrive with the delays of the page, so the instant of the quickest of them holds for all: the others
 * follow it by their number.
 * @returns the start of the capture of a frame that arrives now, in ms since 1970
 */
export function createCaptureClock(): (arrivedAt: number) => number {
  let startedAt: number | null = null;
  let frames = 0;
  return (arrivedAt) => {
    const seen = arrivedAt - PAGE_FRAME_MS;
    const expected = (startedAt ?? seen) + frames * PAGE_FRAME_MS;
    const isInterrupted = seen - expected > INTERRUPTED_MS;
    const capturedAt = isInterrupted ? seen : Math.min(expected, seen);
    startedAt = capturedAt - frames * PAGE_FRAME_MS;
    frames += 1;
    return capturedAt;
  };
}
