import { z } from 'zod';
import { EMAIL_MAX, hasForeignLocalPart, isEmail, readEmail } from './email-address.ts';

const INVALID = 'Please enter a valid email address';

/** Trimmed, with its domain in ASCII; the pattern excludes line breaks and list separators, so that it is safe in a mail header. */
export const emailSchema = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .overwrite((typed) => readEmail(typed) ?? typed)
  .refine(isEmail, {
    error: ({ input }) =>
      hasForeignLocalPart(String(input)) ? `${INVALID}: before the @ it has letters from a to z only` : INVALID,
  })
  .meta({ format: 'email', maxLength: EMAIL_MAX });
