import type { Page } from '@playwright/test';

/** `beganAt`: ms since 1970, 0 while it is silent. */
type Heard = { loudest: number; beganAt: number };
/** Well above an output without sound, which is 0. */
export const AUDIBLE = 0.01;
const NAME = 'belfryHeard';
const READ_MS = 20;

/** Measures what a page sends to the loudspeakers of its machine. Call it before the page is opened. */
export async function measureOutput(page: Page) {
  await page.addInitScript(
    ({ name, readMs, audible }) => {
      const heard: Heard = { loudest: 0, beganAt: 0 };
      Object.assign(globalThis, { [name]: heard });
      const connect = AudioNode.prototype.connect as (this: AudioNode, ...to: unknown[]) => AudioNode;
      let meter: AnalyserNode | null = null;
      function read(analyser: AnalyserNode): void {
        const samples = new Float32Array(analyser.fftSize);
        analyser.getFloatTimeDomainData(samples);
        const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
        const level = Math.sqrt(power);
        heard.loudest = Math.max(heard.loudest, level);
        if (level > audible) heard.beganAt ||= Date.now();
      }
      AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
        const result = connect.apply(this, to);
        if (!(to[0] instanceof AudioDestinationNode)) return result;
        if (meter === null) {
          const analyser = new AnalyserNode(this.context);
          meter = analyser;
          setInterval(() => read(analyser), readMs);
        }
        connect.call(this, meter);
        return result;
      };
    },
    { name: NAME, readMs: READ_MS, audible: AUDIBLE },
  );
  return {
    /** The highest level (RMS) since the last call: 1 is full scale. */
    loudest: (): Promise<number> =>
      page.evaluate((name) => {
        const heard = (globalThis as unknown as Record<string, Heard>)[name] as Heard;
        const { loudest } = heard;
        heard.loudest = 0;
        return loudest;
      }, NAME),
    /** When something was first audible since the last call; 0: nothing was. */
    beganAt: (): Promise<number> =>
      page.evaluate((name) => {
        const heard = (globalThis as unknown as Record<string, Heard>)[name] as Heard;
        const { beganAt } = heard;
        heard.beganAt = 0;
        return beganAt;
      }, NAME),
  };
}
