import type { Config } from '../../../config/config.ts';
import { networksOf } from '../../../config/networks.ts';
import { createOutboundFetch, ForbiddenAddress, type OutboundRequest } from '../../../lib/outbound-fetch.ts';
import { readRetryAfter } from '../../../lib/retry-after.ts';
import { BELFRY_VERSION } from '../../../version.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 65_536;
const RETRY_AFTER_MAX_MS = 15 * 60_000;
/** It is there and does not take anything now. */
const BUSY = new Set([408, 425, 429]);

/** away: another attempt may succeed; refused: it does not take this message, or does not exist any more. */
export type Sent =
  | { outcome: 'delivered' }
  | { outcome: 'away' | 'refused'; reason: string; retryAfterMs: number | null };

/** Makes one attempt of 10 s at most; redirects are not followed. Never rejects, and never quotes what it was answered. */
export async function sendTo(
  { WEBHOOK_ALLOW }: Pick<Config, 'WEBHOOK_ALLOW'>,
  url: string,
  { headers, ...request }: OutboundRequest & { took?: ((answer: string) => boolean) | undefined },
): Promise<Sent> {
  const { took, ...options } = request;
  const outbound = createOutboundFetch({
    allowed: networksOf(WEBHOOK_ALLOW),
    timeoutMs: TIMEOUT_MS,
    maxBytes: ANSWER_BYTES_MAX,
    readsBody: took !== undefined,
  });
  try {
    const answer = await outbound(url, {
      ...options,
      headers: { 'user-agent': `Belfry/${BELFRY_VERSION}`, ...headers },
    });
    if (answer.ok && took && !took(await answer.text()))
      return { outcome: 'refused', reason: 'It answered 200 and has not taken it', retryAfterMs: null };
    return sentOf(answer.status, readRetryAfter(answer.headers, RETRY_AFTER_MAX_MS));
  } catch (error) {
    return { outcome: 'away', reason: describe(error), retryAfterMs: null };
  }
}

function sentOf(status: number, retryAfterMs: number | null): Sent {
  if (status >= 200 && status < 300) return { outcome: 'delivered' };
  if (status >= 300 && status < 400)
    return { outcome: 'refused', reason: `It redirects (${status}), which is not followed`, retryAfterMs };
  const outcome = status >= 500 || BUSY.has(status) ? 'away' : 'refused';
  return { outcome, reason: `It answered ${status}`, retryAfterMs };
}

function describe(error: unknown): string {
  if (error instanceof ForbiddenAddress) return `Nothing is sent there: ${error.message}`;
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return 'No answer within 10 seconds';
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `It could not be reached${code}`;
}
