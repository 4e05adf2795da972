import type { Row } from '../lib/row.ts';
import { commandRows } from './command.ts';
import { fanIn } from './fan-in.ts';
import { ingest } from './ingest.ts';
import { page } from './page.ts';

/** Every row of the table, in the order in which they run. */
export const rows: Row[] = [ingest, fanIn, ...commandRows, page];
