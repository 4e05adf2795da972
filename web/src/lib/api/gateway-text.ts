import { textsOf } from '../translation.ts';
import type { ApiError } from './api-error.ts';

const TOO_LARGE = 413;
const isAway = (status: number): boolean => [502, 503, 504].includes(status) || (status >= 520 && status <= 527);

/** The text for a status of a server in front of Belfry; the api itself explains everything in its error envelope. */
export function gatewayText(status: number): string {
  const t = textsOf('common');
  if (status === TOO_LARGE) return t('gateway.too_large');
  if (isAway(status)) return t('gateway.away', { status });
  return t('gateway.refused', { status });
}

/**
 * The reason of a failure that a server in front of Belfry answered: with a page or text, or without a body. Undefined
 * for other failures.
 */
export function gatewayReason({ status, code, message, body }: ApiError): string | undefined {
  const isPage = code === 'unreadable' && status >= 400;
  const isEmpty =
    code === 'unknown' && message === '' && body === undefined && (status === TOO_LARGE || isAway(status));
  return isPage || isEmpty ? gatewayText(status) : undefined;
}

/** Proxies end the connection of an upload that is too large or too slow, often before the browser has read their answer. */
export const endedText = (): string => textsOf('common')('gateway.ended');
