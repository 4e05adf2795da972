import { refusalKeyOf } from '@belfry/schemas/http/refusal-texts';
import { useTranslation } from '../translation.ts';
import { gatewayReason } from './gateway-text.ts';
import { isApiError } from './api-error.ts';
import { useLocale } from '../i18n.ts';
import type server from '../../locales/en/server.json';

type Code = keyof typeof server;
const TRANSLATED: ReadonlySet<string> = new Set<Code>([
  'network',
  'timeout',
  'unreadable',
  'wrong_credentials',
  'wrong_password',
  'wrong_code',
  'email_not_confirmed',
  'account_blocked',
  'user_exists',
  'user_not_found',
  'code_expired',
  'code_locked',
  'link_expired',
  'challenge_expired',
  'rate_limited',
  'place_not_allowed',
  'tree_cycle',
  'tree_too_deep',
  'tree_full',
  'database_unavailable',
  'files_unavailable',
]);
/** A longer wait is shown in hours. */
const HOURS_FROM_S = 7_200;
const isTranslated = (code: string): code is Code => TRANSLATED.has(code);

/**
 * The text to show for an error: what a server in front of Belfry says by its status, else the server's message, which is English; on a page in another language that text, or the text of its code, in that language. `fallback`
 * where the server sent no message.
 */
export function useErrorMessage(): (error: unknown, fallback?: string) => string {
  const { t } = useTranslation('server');
  const english = useLocale() === 'en';
  const wait = (seconds: number): string =>
    seconds > HOURS_FROM_S
      ? t('rate_limited_hours', { hours: Math.ceil(seconds / 3_600) })
      : t('rate_limited_minutes', { minutes: Math.ceil(seconds / 60) });
  return (error, fallback = '') => {
    if (!isApiError(error)) return fallback;
    const gateway = gatewayReason(error);
    if (gateway !== undefined) return gateway;
    if (error.message === '') return fallback;
    if (english) return error.message;
    if (error.code === 'rate_limited' && error.retryAfterS !== undefined) return wait(error.retryAfterS);
    const refusal = refusalKeyOf(error.message);
    if (refusal !== undefined) return t(refusal);
    return isTranslated(error.code) ? t(error.code) : error.message;
  };
}
