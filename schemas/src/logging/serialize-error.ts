export type LoggedError = {
  type: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
  [field: string]: unknown;
};

/**
 * The fields of an error that may be logged. All others are omitted, whichever library threw it: `detail`, `where` and
 * `internalQuery` of a Postgres error quote values of the row, and `body` of a body parser's error is the request body.
 */
const FIELDS = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'dataType',
  'routine',
  'errno',
  'syscall',
  'address',
  'port',
  'status',
  'reason',
] as const;

const NESTED_MAX = 4;
const ERRORS_MAX = 10;
const CAUSE_TEXT_MAX = 300;

/** pino's `err` serializer for api and broker, without the data that was being processed. */
export function serializeError(error: unknown): unknown {
  return error instanceof Error ? serialize(error, 0) : error;
}

/**
 * Adds a message to the arguments of a logger call without one: pino would use the message of the error, which passes no
 * serializer.
 */
export function withMessage<Args extends unknown[]>(args: Args): Args | [{ err: unknown }, string] {
  const [first, message] = args;
  const error = first instanceof Error ? first : errOf(first);
  if (!error || message !== undefined) return args;
  const fields = first instanceof Error ? { err: error } : (first as { err: unknown });
  return [fields, withoutValues(error.message, 'code' in error ? error.code : undefined)];
}

const errOf = (value: unknown): Error | null =>
  typeof value === 'object' && value !== null && 'err' in value && value.err instanceof Error ? value.err : null;

function serialize(error: Error, depth: number): LoggedError {
  const fields = new Map<string, unknown>(Object.entries(error));
  const message = withoutValues(error.message, fields.get('code'));
  const logged: LoggedError = { type: error.constructor.name || error.name, message };
  if (error.stack !== undefined) logged.stack = error.stack.replace(error.message, () => message);
  for (const field of FIELDS) if (isPlain(fields.get(field))) logged[field] = fields.get(field);
  if (depth >= NESTED_MAX) return logged;
  if (error.cause !== undefined) logged.cause = nested(error.cause, depth);
  if (error instanceof AggregateError) {
    logged.errors = error.errors.slice(0, ERRORS_MAX).map((one: unknown) => nested(one, depth));
  }
  return logged;
}

const nested = (value: unknown, depth: number): LoggedError =>
  value instanceof Error
    ? serialize(value, depth + 1)
    : { type: typeof value, message: typeof value === 'string' ? value.slice(0, CAUSE_TEXT_MAX) : '' };

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** SQLSTATE class 22, data exception: the message quotes the invalid value. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;
/** V8 quotes the text that is not JSON. */
const JSON_SYNTAX = /^(?:Unexpected token|Expected |Bad |Unterminated |.* is not valid JSON)/s;

function withoutValues(message: string, code: unknown): string {
  const quotes = (typeof code === 'string' && DATA_EXCEPTION.test(code)) || JSON_SYNTAX.test(message);
  return quotes ? message.replaceAll(/"[^]*"|'[^]*'/g, '"…"') : message;
}
