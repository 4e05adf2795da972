import { readConfig } from './config.ts';
import { startBroker } from './server.ts';

const fail = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
};

try {
  const broker = await startBroker(readConfig());
  const stop = () => void broker.stop().then(() => process.exit(0), fail);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  fail(error);
}
