import type { AppError } from '@belfry/api/errors';

/** What the call returns, or the code of the error that it fails with. */
export async function outcome<T>(call: () => T | Promise<T>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return (error as AppError).code;
  }
}
