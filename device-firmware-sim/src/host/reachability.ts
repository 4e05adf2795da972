import { healthHttp, livenessSchema } from '@belfry/schemas/http/service/health';
import { z } from 'zod';
import type { Cancel, Clock } from '../hardware/clock.ts';
import { networkErrorText } from '../lib/network-error.ts';

/** A newer server may say more. */
const livingSchema = z.object(livenessSchema.shape);
/** After this time without an answer a person is told. */
const TOLD_AFTER_MS = 5_000;

/** Says once why the broker is not reached, until it is; a silent one after five seconds. @param url the way that is tried */
export function tellReachability(url: () => string, clock: Clock, log: (line: string) => void) {
  let told: string | null = null;
  let cancel: Cancel = () => {};
  const tell = (reason: string): void => {
    cancel();
    if (reason !== told) log(`no connection to ${url()}: ${reason}`);
    told = reason;
  };
  return {
    waiting() {
      cancel = clock.after(TOLD_AFTER_MS, () => tell('the host does not answer'));
    },
    failed: (error: Error) => tell(networkErrorText(error)),
    connected: () => {
      cancel();
      told = null;
      log(`connected to ${url()}`);
    },
  };
}

/** Why an address is not that of a Belfry server that answers within five seconds; null where it is. */
export async function checkServer(apiUrl: string): Promise<string | null> {
  try {
    const response = await fetch(new URL(`/api${healthHttp.live.path}`, apiUrl), {
      signal: AbortSignal.timeout(TOLD_AFTER_MS),
      redirect: 'error',
    });
    const isBelfry = livingSchema.safeParse(await response.json().catch(() => null)).success;
    return isBelfry ? null : 'what answers there is no Belfry server';
  } catch (error) {
    return networkErrorText(error);
  }
}
