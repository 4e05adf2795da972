import type { z } from 'zod';
import { isApiError } from './api-error.ts';

/**
 * The object as it is stored now, where an edit was rejected because somebody else has changed it meanwhile; null for
 * any other error, and where the answer does not contain the object.
 */
export const storedObjectOf = <T>(error: unknown, schema: z.ZodType<T>): T | null =>
  isApiError(error) && error.code === 'edit_conflict' ? (schema.safeParse(error.current).data ?? null) : null;
