import type { TFunction } from 'i18next';
import { isApiError } from '../../api/api-error.ts';

/** 'Failed to load metrics: {status}' (specification 002 §8); without an answer there is no status to name. */
export const metricsFailure = (error: unknown, t: TFunction<'metrics'>): string =>
  t('error', { status: isApiError(error) && error.status > 0 ? error.status : t('noConnection') });
