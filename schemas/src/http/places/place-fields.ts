import { z } from 'zod';
import { line } from '../../domain/line.ts';

/** A city, region or country name; empty becomes null. */
export const place = line()
  .max(100)
  .nullable()
  .transform((text) => text || null);
export const countryCode = z
  .string('Country is required')
  .trim()
  .regex(/^[A-Za-z]{2}$/, 'Country is required')
  .toUpperCase();
export const languageCode = z
  .string('Language is required')
  .trim()
  .regex(/^[A-Za-z]{2,3}$/, 'Language is required')
  .toLowerCase();
export const timeZone = z.string().trim().min(1).max(64);
