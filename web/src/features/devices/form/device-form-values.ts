import { ADMIN_DEVICE_MODES, type DeviceMode, type DeviceType } from '@belfry/schemas/domain/device';
import { readEmail } from '@belfry/schemas/domain/email-address';
import { DEVICE_PASS_MAX } from '@belfry/schemas/domain/limits';
import { splitTags } from '@belfry/schemas/domain/tags';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { transportText } from '../../../lib/api/transport-text.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import type { TFunction } from '../../../lib/translation.ts';

export type DeviceFormValues = {
  serial: string;
  device_type: DeviceType;
  device_mode: DeviceMode;
  company_id: string;
  note: string;
  email: string;
  /** Separated by commas. */
  tags: string;
  pass: string;
};

export const NEW_DEVICE: DeviceFormValues = {
  serial: '',
  device_type: 'audio',
  device_mode: 'new',
  company_id: '',
  note: '',
  email: '',
  tags: '',
  pass: '',
};

/** The values of an existing device. Its pass is stored hashed, so the field starts empty, which keeps the pass. */
export const valuesOf = (device: Device): DeviceFormValues => ({
  serial: device.serial,
  device_type: device.device_type,
  device_mode: device.device_mode,
  company_id: device.company_id === null ? '' : String(device.company_id),
  note: device.note ?? '',
  email: device.email ?? '',
  tags: device.tags.join(','),
  pass: '',
});

/** Trims each text, turns empty ones into null and the company into a number or null; see DEV-5. */
export function payloadOf(values: DeviceFormValues) {
  const text = (value: string): string | null => value.trim() || null;
  return {
    serial: values.serial.trim(),
    device_type: values.device_type,
    device_mode: values.device_mode,
    company_id: values.company_id.trim() === '' ? null : Number(values.company_id),
    note: text(values.note),
    email: text(values.email),
    tags: splitTags(values.tags),
    pass: text(values.pass),
  };
}

/** The field is optional, so an empty text is valid. */
export const isEmail = (text: string): boolean => text.trim() === '' || readEmail(text) !== null;

/** A device need not be bound, so an empty text is valid. */
export const isCompanyId = (text: string): boolean => text.trim() === '' || /^[1-9]\d{0,8}$/.test(text.trim());

/** The modes that an administrator may set, and the present one, which other pages may have set. */
export const modesFor = (mode: DeviceMode): DeviceMode[] =>
  ADMIN_DEVICE_MODES.some((each) => each === mode) ? [...ADMIN_DEVICE_MODES] : [...ADMIN_DEVICE_MODES, mode];

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The largest multiple of the number of characters in a byte; larger values would make the first characters more likely. */
const FAIR = 256 - (256 % SIGNS.length);

/** A pass of ten random letters and digits; see DEV-5. */
export function randomPass(): string {
  let pass = '';
  while (pass.length < DEVICE_PASS_MAX) {
    for (const byte of crypto.getRandomValues(new Uint8Array(DEVICE_PASS_MAX))) {
      if (byte < FAIR && pass.length < DEVICE_PASS_MAX) pass += SIGNS.charAt(byte % SIGNS.length);
    }
  }
  return pass;
}

export type FormError = {
  field: 'serial' | null;
  text: string;
  /** How the transport failed, where the server sent no text. */
  detail?: string | undefined;
  /** The stored values, where another user has saved since the form was opened. */
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
