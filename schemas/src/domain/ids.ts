import { z } from 'zod';
import { MAX_INT4 } from './limits.ts';

export const idSchema = z.int().min(1).max(MAX_INT4);

/** The id of a user as a user name of MQTT: one text for each id, so without leading zeros. */
export const isUserName = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text);

/** The id of a row in a path or a query, where it is text. */
export const idTextSchema = z.coerce.number().int().min(1).max(MAX_INT4);

export const idParamsSchema = z.object({ id: idTextSchema });

/** The id of a row where clients send a number or a string of digits. */
export const idOrDigitsSchema = z
  .union([
    z.int(),
    z
      .string()
      .trim()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ])
  .pipe(idSchema);
