import type { Row } from '../lib/row.ts';
import { commandRows } from './command.ts';
import { fanInRows } from './fan-in.ts';
import { ingest } from './ingest.ts';
import { page } from './page.ts';
import { stormRows } from './storm.ts';
import { wsFanOut } from './ws-fan-out.ts';

/** Every row of the table, in the order in which they run. */
export const rows: Row[] = [ingest, ...fanInRows, wsFanOut, ...commandRows, page, ...stormRows];
