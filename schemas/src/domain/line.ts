import { z } from 'zod';
import { hasHiddenCharacters } from './visible-text.ts';

/**
 * A trimmed text of one line, such as a name: without line breaks, and without characters that show nothing or change the direction of what
 * follows, so that it is safe in a mail header or a list and looks like no other one.
 * @param missing the error where it is no text
 */
export const line = (missing?: string): z.ZodString =>
  z
    .string(missing)
    .trim()
    .refine((text) => !hasHiddenCharacters(text), 'No line breaks, invisible or direction-changing characters');
