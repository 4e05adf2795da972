import { ERROR_STATUS, type ErrorCode, type ErrorDetail } from '@belfry/schemas/http/errors';

type Extra = { details?: ErrorDetail[]; retryAfterSeconds?: number; cause?: unknown };

/** The one error that handlers and services throw; `message` is read by people, `code` decides the status. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, { details, retryAfterSeconds, cause }: Extra = {}) {
    super(message, { cause });
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Not there, or not yours: the two are not told apart (decision 2). */
export const notFound = (message = 'Not found'): AppError => new AppError('not_found', message);

export const deviceNotFound = (): AppError => new AppError('device_not_found', 'Device not found');
