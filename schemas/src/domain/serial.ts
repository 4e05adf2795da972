import { z } from 'zod';

/** Four groups of four digits joined by hyphens: 19 characters. */
export const SERIAL_PATTERN = /^\d{4}-\d{4}-\d{4}-\d{4}$/;
export const SERIAL_DIGITS = 16;
export const SERIAL_LENGTH = 19;

export const serialSchema = z
  .string()
  .regex(SERIAL_PATTERN, 'Serial number must be in format xxxx-xxxx-xxxx-xxxx')
  .meta({ id: 'Serial', description: 'Four groups of four digits', example: '1234-5678-9012-3456' });

export type Serial = z.infer<typeof serialSchema>;

export const isSerial = (text: string): text is Serial => text.length === SERIAL_LENGTH && SERIAL_PATTERN.test(text);

/** Groups up to 16 digits as a person types them: `12345` → `1234-5`. Everything but digits is dropped. */
export const formatSerial = (typed: string): string =>
  (
    typed
      .replace(/\D/g, '')
      .slice(0, SERIAL_DIGITS)
      .match(/\d{1,4}/g) ?? []
  ).join('-');

/** Builds a serial from a source of randomness in [0, 1). */
export const randomSerial = (random: () => number = Math.random): Serial =>
  formatSerial(Array.from({ length: SERIAL_DIGITS }, () => Math.floor(random() * 10)).join(''));
