import { readConfig } from './config.ts';
import { createLogger } from './log.ts';
import { startBroker } from './server.ts';

const fail = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
};

try {
  const config = readConfig();
  const log = createLogger(config.LOG_LEVEL);
  process.once('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception; the process exits');
    process.exit(1);
  });
  const broker = await startBroker(config);
  const stop = () => void broker.stop().then(() => process.exit(0), fail);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  fail(error);
}
