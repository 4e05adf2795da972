import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** JSON lines on stdout. Nothing secret is ever passed to it; the names are a second net. */
export const createLogger = (level: string): Logger =>
  pino({ name: 'broker', level, redact: { paths: ['password', '*.password', 'authorization', '*.authorization'] } });
