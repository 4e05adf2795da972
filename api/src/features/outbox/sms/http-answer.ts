import { Refused, SEND_TIMEOUT_MS } from '../sender.ts';

/** Of a provider's answer, so much is kept for the Outbox page. */
const ANSWER_CHARS = 200;
/** Come again later, though they are 4xx: time-outs, throttling, and keys that a person has to mend. */
const TEMPORARY = new Set([401, 403, 407, 408, 425, 429]);

/** Calls an SMS provider. Throws Refused for what it will never take, an Error for what may be tried again. */
export async function callProvider(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
  const said = (await response.text()).slice(0, ANSWER_CHARS);
  if (response.ok) return;
  const words = `the provider answered ${response.status}: ${said}`;
  throw response.status >= 500 || TEMPORARY.has(response.status) ? new Error(words) : new Refused(words);
}
