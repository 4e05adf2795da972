import type { z } from 'zod';

/**
 * What is needed of a zod schema to read values of the type T. The compiler compares these with the schema, and not the sixty methods of
 * `z.ZodType`, each of which it instantiates for each schema.
 */
export type Reader<T> = {
  readonly _zod: { readonly output: T };
  parse(value: unknown): unknown;
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: z.ZodError };
};

/** The value as the schema reads it. @throws ZodError */
export const read = <T>(schema: Reader<T>, value: unknown): T => schema.parse(value) as T;
