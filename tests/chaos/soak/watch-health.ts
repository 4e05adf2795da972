import { healthHttp } from '@belfry/schemas/http/service/health';
import { setTimeout as delay } from 'node:timers/promises';
import type { LaunchedProduct, ProcessName } from '../../support/processes/launched-product.ts';

const EVERY_MS = 1_000;
const CALL_TIMEOUT_MS = 5_000;
/** Variation of memory between samples that garbage collection explains. */
const SLACK_MIB = 32;
const MAX_GROWTH = 1.15;
const MIN_SAMPLES = 20;
const PROCESSES = ['api', 'broker'] as const satisfies ProcessName[];

export type Check = { ok: boolean; text: string };

export interface HealthWatch {
  stop(): void;
  checks(): Check[];
}

/**
 * Checks once a second whether the product is ready, and reads the memory of its processes.
 * @param isComplete whether all devices are connected. Memory grows with connections, so it is compared only then.
 */
export function watchHealth(belfry: LaunchedProduct, isComplete: () => boolean): HealthWatch {
  const stopped = new AbortController();
  const memory: Record<(typeof PROCESSES)[number], number[]> = { api: [], broker: [] };
  const failures: string[] = [];
  let calls = 0;

  async function readFailure(): Promise<string | null> {
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    return belfry.api.raw(healthHttp.ready, null, {}, { signal }).then(
      async (answer) => (answer.ok ? null : await answer.text()),
      (error: unknown) => String(error),
    );
  }

  async function watch(): Promise<void> {
    while (!stopped.signal.aborted) {
      const refusal = await readFailure();
      if (stopped.signal.aborted) return;
      calls += 1;
      if (refusal !== null) failures.push(`${new Date().toISOString()} ${refusal}`);
      if (isComplete()) for (const part of PROCESSES) memory[part].push(belfry.memoryOf(part));
      await delay(EVERY_MS);
    }
  }

  function memoryCheck(part: (typeof PROCESSES)[number]): Check {
    if (memory[part].length < MIN_SAMPLES)
      return { ok: false, text: `memory of the ${part}: all devices were connected for ${memory[part].length} s only` };
    // The first third is warm-up: code is compiled, pools and heaps fill.
    const third = Math.floor(memory[part].length / 3);
    const [middle, end] = [median(memory[part].slice(third, 2 * third)), median(memory[part].slice(2 * third))];
    return {
      ok: end <= middle * MAX_GROWTH + SLACK_MIB,
      text: `memory of the ${part}: ${Math.round(middle)} MiB in the middle third, ${Math.round(end)} MiB in the last`,
    };
  }

  void watch();
  return {
    stop: () => stopped.abort(),
    checks: () => [
      {
        ok: calls > 0 && failures.length === 0,
        text: `ready in ${calls - failures.length} of ${calls} calls${failures.length > 0 ? `; first: ${failures[0]}` : ''}`,
      },
      ...PROCESSES.map(memoryCheck),
    ],
  };
}

function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;
}
