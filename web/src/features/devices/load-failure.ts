import type { TFunction } from 'i18next';
import { isApiError } from '../../api/api-error.ts';

/** The status in the text of a load failure; without an answer there is none; see DEV-28. */
export const statusOf = (error: unknown, t: TFunction<'devices'>): string =>
  isApiError(error) && error.status > 0 ? String(error.status) : t('error.noConnection');

/** Why the list did not load: a refusal has a sentence of its own. */
export const loadFailure = (error: unknown, t: TFunction<'devices'>): string =>
  isApiError(error) && error.status === 403 ? t('error.denied') : t('error.load', { status: statusOf(error, t) });
