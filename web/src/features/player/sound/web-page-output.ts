import { PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';

/** Blocks of which the instants differ by less follow each other without a break, in seconds. */
const JITTER_S = 0.02;

/** Plays the samples of a live page, each block at its instant. */
export function createWebPageOutput(context: AudioContext) {
  const sounding = new Set<AudioBufferSourceNode>();
  let nextAt = 0;
  return {
    /** @param heardAt ms since 1970 by the clock of the browser */
    write(samples: Float32Array<ArrayBuffer>, heardAt: number): void {
      const buffer = context.createBuffer(1, samples.length, PAGE_RATE_HZ);
      buffer.copyToChannel(samples, 0);
      const startsAt = context.currentTime + (heardAt - Date.now()) / 1_000 - (context.outputLatency || 0);
      const at = Math.abs(startsAt - nextAt) < JITTER_S ? nextAt : startsAt;
      // What is late is not heard at once with what follows it.
      if (at < context.currentTime - buffer.duration) return;
      const node = context.createBufferSource();
      node.buffer = buffer;
      node.connect(context.destination);
      node.addEventListener('ended', () => void sounding.delete(node));
      sounding.add(node);
      node.start(Math.max(at, context.currentTime));
      nextAt = at + buffer.duration;
    },
    close(how: 'drained' | 'cut'): void {
      nextAt = 0;
      if (how === 'cut') for (const node of sounding) node.stop();
    },
  };
}
