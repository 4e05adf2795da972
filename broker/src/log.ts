import { serializeError, withMessage } from '@belfry/schemas/logging/serialize-error';
import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** JSON lines on stdout. Nothing secret is ever passed to it; the names are a second net. */
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
