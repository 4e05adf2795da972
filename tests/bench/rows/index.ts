import type { Row } from '../lib/row.ts';
import { commandRows } from './command.ts';
import { ingest } from './ingest.ts';

/** Every row of the table, in the order in which they run. */
export const rows: Row[] = [ingest, ...commandRows];
