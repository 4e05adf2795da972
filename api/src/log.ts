import { pino, type Logger } from 'pino';

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

/** JSON lines on stdout. */
export const createLogger = (level: string): Logger =>
  pino({
    name: 'api',
    level,
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
  });
