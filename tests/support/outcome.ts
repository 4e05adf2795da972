import type { AppError } from '@belfry/api/errors';

/** The return value of a call, or the error code with which it fails. */
export async function outcome<T>(call: () => T | Promise<T>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return (error as AppError).code;
  }
}
