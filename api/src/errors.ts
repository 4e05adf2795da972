import { ERROR_STATUS, type ErrorCode, type ErrorDetail } from '@belfry/schemas/http/errors';

type Extra = {
  details?: ErrorDetail[];
  current?: Record<string, unknown>;
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** The error that handlers and services throw; `message` is shown to users, `code` determines the status. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  /** With edit_conflict: the current state of the edited object. */
  readonly current: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, { details, current, retryAfterSeconds, cause }: Extra = {}) {
    super(message, { cause });
    this.code = code;
    this.details = details;
    this.current = current;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** A failed synthesis; `message` is shown to users, `cause` is logged. */
export class SpeechError extends Error {
  override readonly name = 'SpeechError';
}

export const fieldError = (code: ErrorCode, path: string, message: string): AppError =>
  new AppError(code, message, { details: [{ path, message }] });

/** The same answer for an object that does not exist and for one of another user; see AUTH-4. */
export const notFound = (message = 'Not found'): AppError => new AppError('not_found', message);

/**
 * The error for work that finds no place now, in the form that createSemaphore expects. @param text for users, with
 * what to do
 */
export const busy =
  (text: string, retryAfterSeconds = 10) =>
  (): AppError =>
    new AppError('rate_limited', text, { retryAfterSeconds });

export const editConflict = (message: string, current: Record<string, unknown>): AppError =>
  new AppError('edit_conflict', message, { current });

export const deviceNotFound = (): AppError => new AppError('device_not_found', 'Device not found');

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
