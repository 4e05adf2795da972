import type { Row } from '../lib/row.ts';
import { command } from './command.ts';
import { connectionMemory } from './connection-memory.ts';
import { consoleList } from './console.ts';
import { fanIn } from './fan-in.ts';
import { ingest } from './ingest.ts';
import { livePage } from './live-page.ts';
import { page } from './page.ts';
import { places } from './places.ts';
import { say } from './say.ts';
import { scenario, scenarioMails } from './scenario.ts';
import { storm } from './storm.ts';
import { tree } from './tree.ts';

/** All rows in the order in which they run. */
export const rows: Row[] = [
  ingest,
  fanIn,
  storm,
  connectionMemory,
  command,
  page,
  tree,
  places,
  say,
  scenario,
  scenarioMails,
  livePage,
  consoleList,
];
