import type { ErrorEnvelope } from '@belfry/schemas/http/errors';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { AppError, notFound } from '../../errors.ts';
import { isDatabaseAway, isInvalidValue, isTransactionConflict } from '../../db/errors.ts';
import { requestId } from './request-log.ts';
import type { Logger } from '../../log.ts';

/** `Retry-After` in seconds while Postgres or the broker is unavailable. */
const UNAVAILABLE_RETRY_S = 2;

export const unknownPath: RequestHandler = () => {
  throw notFound('There is nothing at this address');
};

/** Answers every error with the envelope, and logs those that are unexpected; see HTTP-3 and HTTP-8. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    // An upload whose connection has ended, which the server may have closed; there is nobody to answer.
    if (req.socket.destroyed && isEndOfConnection(error)) return;
    if (res.headersSent) {
      next(error);
      return;
    }
    const appError = asAppError(error);
    if (appError.code === 'internal')
      log.error({ err: error, request_id: requestId(req), path: req.path }, 'unexpected error');
    // Both indicate a defect: a schema that accepts the value, or an inconsistent order of locks.
    else if (isInvalidValue(error) || isTransactionConflict(error))
      log.warn({ err: error, request_id: requestId(req), path: req.path }, 'Postgres refused a request');
    const retryAfter = appError.retryAfterSeconds ?? (appError.status === 503 ? UNAVAILABLE_RETRY_S : undefined);
    if (retryAfter !== undefined) res.setHeader('Retry-After', String(retryAfter));
    res.status(appError.status).json(envelope(appError, requestId(req)));
  };
}

const isEndOfConnection = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE');

const CONCURRENT_CHANGE = 'Somebody changed the same thing at the same moment. Please try again.';

const envelope = ({ message, code, details, current }: AppError, requestId: string): ErrorEnvelope => ({
  error: message,
  code,
  ...(details && { details }),
  ...(current && { current }),
  request_id: requestId,
});

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) {
    return new AppError('database_unavailable', 'The database cannot be reached right now. Please try again shortly.');
  }
  if (isInvalidValue(error)) return new AppError('invalid_input', 'A value cannot be stored as it is');
  if (isTransactionConflict(error)) return new AppError('conflict', CONCURRENT_CHANGE);
  return asBodyError(error) ?? new AppError('internal', 'Something went wrong on our side. Please try again.');
}

/** An error of Express or its body parser, recognised by `type` or a 4xx `status`. */
function asBodyError(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const { type, status } = error as Error & { type?: unknown; status?: unknown };
  switch (type) {
    case 'entity.parse.failed':
      return new AppError('invalid_json', 'The body is not valid JSON');
    case 'entity.too.large':
      return new AppError('payload_too_large', 'The body is too large');
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError('unsupported_media_type', 'This encoding is not supported');
    default:
      return typeof status === 'number' && status >= 400 && status < 500
        ? new AppError('invalid_input', 'The request is malformed')
        : null;
  }
}
