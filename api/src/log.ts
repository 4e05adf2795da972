import { serializeError, withMessage } from '@belfry/schemas/logging/serialize-error';
import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Wherever these keys turn up in what is logged, their values do not. */
const SECRET_KEYS = [
  'authorization',
  'password',
  'currentPassword',
  'newPassword',
  'pass',
  'device_key',
  'user_key',
  'wifi_pass',
  'token',
  'challenge',
  'secret',
];

/** JSON lines on stdout, or where a test reads them. Errors are logged without the data that they quote. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      name: 'api',
      level,
      serializers: { err: serializeError },
      hooks: {
        logMethod(args, method) {
          method.apply(this, withMessage(args));
        },
      },
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    },
    destination,
  );
