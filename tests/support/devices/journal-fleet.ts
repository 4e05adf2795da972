import { letPass } from '@belfry/schemas/testing/clock';
import { expect } from 'vitest';
import { startJournalDevice, type JournalDevice } from './journal-device.ts';
import type { Enrolled, LaunchedProduct } from '../processes/launched-product.ts';
import { until } from '../until.ts';

/** 20 devices with one record every 20 ms: 1,000 messages a second. */
export const FLEET_SIZE = 20;
export const EVERY_MS = 20;
const SETTLED_MS = 60_000;

/**
 * Runs a fleet of devices that have sent nothing before while `disrupt` runs, waits until every record is acknowledged, and
 * expects each of them exactly once in the table.
 */
export async function expectEachStoredOnce(
  { pool, mqttPort }: Pick<LaunchedProduct, 'pool' | 'mqttPort'>,
  enrolled: readonly Enrolled[],
  disrupt: (fleet: readonly JournalDevice[]) => Promise<void>,
  everyMs = EVERY_MS,
): Promise<void> {
  const fleet = enrolled.map((device) => startJournalDevice({ port: mqttPort, everyMs, ...device }));
  try {
    await letPass(1_000);
    await disrupt(fleet);
    await letPass(1_000);
    for (const device of fleet) device.stopMeasuring();
    await until(
      'every record is acknowledged',
      () => fleet.filter((device) => device.acknowledged < device.measured).length,
      (waiting) => waiting === 0,
      SETTLED_MS,
    );
  } finally {
    for (const device of fleet) device.stop();
  }
  const { rows } = await pool.query<{ serial: string; rows: number; numbers: number; last: number }>(
    `select serial, count(*)::int as rows, count(distinct seq)::int as numbers, max(seq)::int as last
     from metrics join devices using (device_id) where serial = any($1) group by serial`,
    [enrolled.map(({ serial }) => serial)],
  );
  const stored = new Map(rows.map((row) => [row.serial, row]));
  for (const { serial, measured } of fleet) {
    expect(stored.get(serial), serial).toEqual({ serial, rows: measured, numbers: measured, last: measured });
  }
}
