import { z } from 'zod';

/** Unset and empty are the same: compose files pass empty variables. */
export const setting = <T extends z.core.SomeType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

export const optionalUrl = (protocol: RegExp) => setting(z.url({ protocol }).optional());
export const optionalText = (max: number) => setting(z.string().max(max).optional());
