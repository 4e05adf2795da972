import { prepareSchema } from './composition/prepare-database.ts';
import { readConfig } from './config/config.ts';
import { createLogger } from './log.ts';
import { startApi } from './server.ts';

// What is stored in DATA_DIR is for this user only.
process.umask(0o077);

try {
  const config = readConfig();
  const log = createLogger(config.LOG_LEVEL);
  // Node would print every field of the error, and Postgres quotes rows in some.
  process.once('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception; the process exits');
    process.exit(1);
  });
  if (process.argv.includes('--migrate')) {
    await prepareSchema(config.DATABASE_URL);
    process.exit(0);
  }
  const api = await startApi(config);
  const end = (): void => {
    void api.stop().then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
} catch (error) {
  process.stderr.write(`api: ${startFailure(error)}\n`);
  process.exit(1);
}

function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === '28P01' || code === '28000' || code === '3D000') return `DATABASE_URL: ${error.message}`;
  return error.message;
}
