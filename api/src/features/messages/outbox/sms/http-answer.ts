import { Refused, SEND_TIMEOUT_MS } from '../sender.ts';

/** How much of a provider's answer is stored for the Outbox page. */
const ANSWER_CHARS = 200;
/** Client errors that are temporary: time-outs, throttling, and credentials that must be corrected. */
const TEMPORARY = new Set([401, 403, 407, 408, 425, 429]);

/** Calls an SMS provider. Throws Refused for a permanent error, an Error for a temporary one. */
export async function callProvider(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
  const answer = (await response.text()).slice(0, ANSWER_CHARS);
  if (response.ok) return;
  const message = `the provider answered ${response.status}: ${answer}`;
  throw response.status >= 500 || TEMPORARY.has(response.status) ? new Error(message) : new Refused(message);
}
