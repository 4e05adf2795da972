import { setTimeout as delay } from 'node:timers/promises';
import type { LaunchedProduct, ProcessName } from '../../support/launched-product.ts';

const EVERY_MS = 1_000;
const CALL_TIMEOUT_MS = 5_000;
/** What a garbage collector leaves lying about from one sample to the next. */
const SLACK_MIB = 32;
const MAX_GROWTH = 1.15;
const MIN_SAMPLES = 20;
const WATCHED = ['api', 'broker'] as const satisfies ProcessName[];

export type Check = { ok: boolean; text: string };

export interface HealthWatch {
  stop(): void;
  checks(): Check[];
}

/**
 * Asks once a second whether the product is ready, and how much memory its parts take.
 * @param isComplete whether all devices are connected: each one more takes memory, so nothing is compared before.
 */
export function watchHealth(belfry: LaunchedProduct, isComplete: () => boolean): HealthWatch {
  const life = new AbortController();
  const memory: Record<(typeof WATCHED)[number], number[]> = { api: [], broker: [] };
  const refusals: string[] = [];
  let asked = 0;

  async function ask(): Promise<string | null> {
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    return fetch(`${belfry.url}/api/health/ready`, { signal }).then(
      async (answer) => (answer.ok ? null : await answer.text()),
      (error: unknown) => String(error),
    );
  }

  async function watch(): Promise<void> {
    while (!life.signal.aborted) {
      const refusal = await ask();
      if (life.signal.aborted) return;
      asked += 1;
      if (refusal !== null) refusals.push(`${new Date().toISOString()} ${refusal}`);
      if (isComplete()) for (const part of WATCHED) memory[part].push(belfry.memoryOf(part));
      await delay(EVERY_MS);
    }
  }

  function memoryCheck(part: (typeof WATCHED)[number]): Check {
    if (memory[part].length < MIN_SAMPLES)
      return { ok: false, text: `memory of the ${part}: all devices were connected for ${memory[part].length} s only` };
    // The first third is the start: code is compiled, pools and heaps fill.
    const third = Math.floor(memory[part].length / 3);
    const [middle, end] = [median(memory[part].slice(third, 2 * third)), median(memory[part].slice(2 * third))];
    return {
      ok: end <= middle * MAX_GROWTH + SLACK_MIB,
      text: `memory of the ${part}: ${Math.round(middle)} MiB in the middle third, ${Math.round(end)} MiB in the last`,
    };
  }

  void watch();
  return {
    stop: () => life.abort(),
    checks: () => [
      {
        ok: asked > 0 && refusals.length === 0,
        text: `ready in ${asked - refusals.length} of ${asked} calls${refusals.length > 0 ? `; first: ${refusals[0]}` : ''}`,
      },
      ...WATCHED.map(memoryCheck),
    ],
  };
}

function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;
}
