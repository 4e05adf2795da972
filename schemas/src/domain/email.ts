import { z } from 'zod';
import { EMAIL_MAX, isEmail } from './email-address.ts';

/** Trimmed; the pattern excludes line breaks and list separators, so that it is safe in a mail header. */
export const emailSchema = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .refine(isEmail, 'Please enter a valid email address')
  .meta({ format: 'email', maxLength: EMAIL_MAX });
