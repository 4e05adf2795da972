import type { TFunction } from 'i18next';
import { isApiError } from '../../../lib/api/api-error.ts';

/** Why the catalogue could not be loaded: the server's text, else the status; see VOICE-18. */
export function loadFailure(error: unknown, t: TFunction<'voices'>, errorText: (error: unknown) => string): string {
  const status = isApiError(error) && error.status > 0 ? String(error.status) : t('no_answer');
  return t('load_failed', { reason: errorText(error) || status });
}
