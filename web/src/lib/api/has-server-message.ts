import { isApiError } from './api-error.ts';

const CODES_OF_CONSOLE: ReadonlySet<string> = new Set(['network', 'timeout', 'unreadable']);

/** Whether the server has explained an error in its error envelope. Other errors have a message of the console, or none. */
export const hasServerMessage = (error: unknown): boolean =>
  isApiError(error) && error.message !== '' && !CODES_OF_CONSOLE.has(error.code);
