import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Stories that are not about every MQTT engine, and why. */
const BUNDLED_ONLY: Record<string, string> = {
  'tests/flows/device-state/ingest-commits.test.ts': 'reads the metrics of the bundled broker',
  'tests/flows/service/monitoring.test.ts': 'reads the metrics of the bundled broker',
  'tests/flows/service/check-installation.test.ts': 'checks the images, which contain the bundled broker',
  'tests/flows/device-state/twins.test.ts': 'the bundled broker tells two devices with one key apart',
  'tests/flows/device-state/configuration.test.ts': 'stops and starts the bundled broker',
  'tests/flows/service/operation/idle.test.ts': 'counts statements while no message comes',
  'tests/flows/announcements/on-devices/scheduled.test.ts': 'the device plays from its programme, without a connection',
};
/** Whether the tests of a file have a stack of their own, or one that their worker lends. */
const hasStack = (file: string): boolean => /startStack\(|\blentStack\b/.test(readFileSync(join(ROOT, file), 'utf8'));

/** What `npm run test:engines` runs on RabbitMQ: its own tests, and every story in which api and engine work together. */
export const ENGINE_TESTS = [
  'tests/engines/**/*.test.ts',
  ...globSync('tests/flows/**/*.test.ts', { cwd: ROOT }).filter((file) => !(file in BUNDLED_ONLY) && hasStack(file)),
];
