import type { TFunction } from 'i18next';
import { isApiError } from '../../lib/api/api-error.ts';

/** 'Failed to load metrics: {status}'; without an answer there is no status to show. */
export const metricsFailure = (error: unknown, t: TFunction<'metrics'>): string =>
  t('error', { status: isApiError(error) && error.status > 0 ? error.status : t('noConnection') });
