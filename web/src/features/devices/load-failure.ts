import type { TFunction } from 'i18next';
import { isApiError } from '../../lib/api/api-error.ts';

/** The status for the text of a load failure, or that there is no connection; see DEV-28. */
export const statusOf = (error: unknown, t: TFunction<'devices'>): string =>
  isApiError(error) && error.status > 0 ? String(error.status) : t('error.noConnection');

/** Why the list could not be loaded; a 403 has its own text. */
export const loadFailure = (error: unknown, t: TFunction<'devices'>): string =>
  isApiError(error) && error.status === 403 ? t('error.denied') : t('error.load', { status: statusOf(error, t) });
