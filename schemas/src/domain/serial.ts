import { z } from 'zod';
import { withoutHidden } from './typed-number.ts';

export const SERIAL_PATTERN = /^\d{4}-\d{4}-\d{4}-\d{4}$/;
export const SERIAL_DIGITS = 16;
export const SERIAL_LENGTH = 19;

export const serialSchema = z
  .string()
  .regex(SERIAL_PATTERN, 'Serial number must be in format xxxx-xxxx-xxxx-xxxx')
  .meta({ id: 'Serial', description: 'Four groups of four digits', example: '1234-5678-9012-3456' });

export type Serial = z.infer<typeof serialSchema>;

export const isSerial = (text: string): text is Serial => text.length === SERIAL_LENGTH && SERIAL_PATTERN.test(text);

/** Formats up to 16 digits while typing: `12345` → `1234-5`. All other characters are removed. */
export const formatSerial = (typed: string): string =>
  (
    typed
      .replace(/\D/g, '')
      .slice(0, SERIAL_DIGITS)
      .match(/\d{1,4}/g) ?? []
  ).join('-');

/**
 * A serial number as people and spreadsheets write it: with any dashes or blanks between the groups or none, in quotes, behind an apostrophe. Null for
 * what is none.
 */
export function readSerial(typed: string): Serial | null {
  const digits = withoutHidden(typed).replaceAll(/[\s\p{Pd}\u2212'’"=._]/gu, '');
  return /^\d{16}$/.test(digits) ? formatSerial(digits) : null;
}

/** Generates a serial number. @param random returns numbers in [0, 1) */
export const randomSerial = (random: () => number = Math.random): Serial =>
  formatSerial(Array.from({ length: SERIAL_DIGITS }, () => Math.floor(random() * 10)).join(''));
