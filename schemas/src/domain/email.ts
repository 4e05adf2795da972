import { z } from 'zod';

/** RFC 5321: what fits into a mail's envelope. */
export const EMAIL_MAX = 254;

/** The pattern of HTML's email inputs: local part, then domain labels of up to 63 characters (specification 000 §5). */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL.test(text);

/** Trimmed; neither line breaks nor list separators fit into it, so that it is safe in a mail header. */
export const emailSchema = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .refine(isEmail, 'Please enter a valid email address')
  .meta({ format: 'email', maxLength: EMAIL_MAX });
