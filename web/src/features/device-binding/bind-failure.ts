import type { TFunction } from 'i18next';
import { isApiError } from '../../api/api-error.ts';

/** Why a device was not bound: with what the server said, or without (specification 002 §8). */
export const bindFailure = (error: unknown, t: TFunction<'device-binding'>): string =>
  isApiError(error) && error.message !== '' ? t('assign_failed', { message: error.message }) : t('failed');
