import type { Product } from './product.ts';
import { until } from '../../../support/until.ts';

/** The ingest stores messages in batches, and repeats a batch while Postgres is away. */
const STORED_MS = 60_000;

/**
 * Waits until the api has stored that the device is online. The broker confirms the message earlier, and a page that is opened between
 * would read the state before it.
 */
export const waitForStoredOnline = ({ db }: Product, serial: string): Promise<unknown> =>
  until(
    `it is stored that ${serial} is online`,
    () =>
      db
        .selectFrom('device_state as s')
        .innerJoin('devices as d', 'd.device_id', 's.device_id')
        .select('s.status')
        .where('d.serial', '=', serial)
        .executeTakeFirst(),
    (state) => state?.status === 'online',
    STORED_MS,
  );

/** Waits until so many metric records of the device are stored, for pages that read them instead of receiving them. */
export const waitForStoredMetrics = ({ db }: Product, serial: string, records = 1): Promise<unknown> =>
  until(
    `${records} metric records of ${serial} are stored`,
    () =>
      db
        .selectFrom('metrics as m')
        .innerJoin('devices as d', 'd.device_id', 'm.device_id')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('d.serial', '=', serial)
        .executeTakeFirstOrThrow(),
    ({ n }) => n >= records,
    STORED_MS,
  );
