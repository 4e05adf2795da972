import type { TFunction } from 'i18next';
import { transportText } from '../../../lib/api/transport-text.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import type { DeviceFormValues } from './device-form-values.ts';

/** Why a form was rejected, and at which field. */
export type FormError = {
  field: 'serial' | null;
  text: string;
  /** How the transport failed, where the server sent no text. */
  detail?: string | undefined;
  /** The stored values, where another user has saved meanwhile. */
  current?: DeviceFormValues;
};

/**
 * Why the server rejected a device. A 400 is about the serial (see DEV-28), unless the server reports that
 * another field is invalid.
 */
export function formErrorOf(error: unknown, action: 'create' | 'update', t: TFunction<'devices'>): FormError {
  if (!isApiError(error)) return { field: null, text: t(`error.${action}`, { status: '' }) };
  const { status, code, details, message } = error;
  if (code === 'invalid_input')
    return { field: null, text: details.map((detail) => detail.message).join(' ') || message };
  if (status === 400) {
    return action === 'create'
      ? { field: 'serial', text: t('error.serialTaken') }
      : { field: null, text: t('error.serialTakenEdit') };
  }
  return { field: null, text: message || t(`error.${action}`, { status }), detail: transportText(error) };
}
