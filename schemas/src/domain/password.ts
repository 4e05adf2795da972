import { z } from 'zod';

export const PASSWORD_MIN = 6;

/** The rule on every way in (decision 11): six characters, with a lowercase letter, an uppercase letter and a digit. */
export const passwordSchema = z
  .string()
  .min(PASSWORD_MIN, 'Password must be at least 6 characters long')
  .max(200)
  .regex(
    /^(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d)/su,
    'Password must contain at least one uppercase letter, one lowercase letter, and one number',
  );
