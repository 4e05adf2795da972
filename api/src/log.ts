import { serializeError, withMessage } from '@belfry/schemas/logging/serialize-error';
import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** The values of these keys are redacted in log lines, also in objects at the next two levels. */
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

/** Errors are logged without the data that they quote. */
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
