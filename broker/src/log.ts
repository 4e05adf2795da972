import { serializeError, withMessage } from '@belfry/schemas/logging/serialize-error';
import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Logs JSON lines to stdout. Callers must not pass secrets; the redacted names are a second safeguard. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      name: 'broker',
      level,
      serializers: { err: serializeError },
      hooks: {
        logMethod(args, method) {
          method.apply(this, withMessage(args));
        },
      },
      redact: { paths: ['password', '*.password', 'authorization', '*.authorization'] },
    },
    destination,
  );
