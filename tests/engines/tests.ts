import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Stories that are not about every MQTT engine, and why. */
const BUNDLED_ONLY: Record<string, string> = {
  'tests/flows/ingest/ingest-commits.test.ts': 'reads the metrics of the bundled broker',
};

const usesStack = (file: string): boolean => /startStack\(|lentStack/.test(readFileSync(join(ROOT, file), 'utf8'));

/** What `npm run test:engines` runs on RabbitMQ: its own tests, and every story in which api and engine work together. */
export const ENGINE_TESTS = [
  'tests/engines/**/*.test.ts',
  ...globSync('tests/flows/**/*.test.ts', { cwd: ROOT }).filter((file) => !(file in BUNDLED_ONLY) && usesStack(file)),
];

/** What `npm test` runs of them, in less than a minute: those that restart no node, since a node needs ten seconds to start. */
export const CHOSEN_ENGINE_TESTS = [
  'tests/engines/r',
  'tests/flows/authentication/revocation',
  'tests/flows/commands/waiting',
  'tests/flows/enrolment/device-ownership',
  'tests/flows/ingest/ingest.test',
  'tests/flows/ingest/presence',
];
