import type { Row } from '../lib/row.ts';
import { bells } from './bells.ts';
import { commandRows } from './command.ts';
import { compileRows } from './compile.ts';
import { connectionMemory } from './connection-memory.ts';
import { consoleRows } from './console.ts';
import { dom } from './dom.ts';
import { fanInRows } from './fan-in.ts';
import { fleetRows } from './fleet.ts';
import { ingest } from './ingest.ts';
import { millionRows } from './million.ts';
import { memberAccessRows } from './member-access.ts';
import { memberList } from './member-list.ts';
import { neural } from './neural.ts';
import { page } from './page.ts';
import { sayFleet } from './say-fleet.ts';
import { sayFirstSample } from './say-first-sample.ts';
import { shardRows } from './shards.ts';
import { signIn } from './sign-in.ts';
import { slowConsoleRows } from './slow-console.ts';
import { steady } from './steady.ts';
import { storage } from './storage.ts';
import { stormRows } from './storm.ts';
import { talkRows } from './talk.ts';
import { tree } from './tree.ts';
import { treePageRows } from './tree-page.ts';
import { unnest } from './unnest.ts';
import { wsFanOut } from './ws-fan-out.ts';
import { year } from './year.ts';

/** All rows in the order in which they run. */
export const rows: Row[] = [
  ingest,
  steady,
  ...shardRows,
  storage,
  ...millionRows,
  unnest,
  ...fanInRows,
  wsFanOut,
  ...commandRows,
  page,
  memberList,
  ...memberAccessRows,
  tree,
  signIn,
  sayFirstSample,
  neural,
  dom,
  ...consoleRows,
  ...treePageRows,
  ...stormRows,
  ...slowConsoleRows,
  ...fleetRows,
  connectionMemory,
  ...compileRows,
  bells,
  sayFleet,
  ...talkRows,
  year,
];
