import { listChanges } from '../lib/browser/console-measures.ts';
import { LARGE_FLEET, OFFLINE_DEVICES, startLargeFleet } from '../lib/large-fleet.ts';
import type { Measurement, Row } from '../lib/row.ts';

const FLEET = `${LARGE_FLEET.devices.toLocaleString('en')} simulated devices, one record per ${LARGE_FLEET.intervalS} s each, and ${OFFLINE_DEVICES} offline ones; fleet, broker, api, Postgres and Chromium share the machine.`;

async function prepare(): Promise<Measurement> {
  const fleet = await startLargeFleet();
  return {
    title: `the console with ${LARGE_FLEET.devices.toLocaleString('en')} devices: change of filter or page to the cards of the new list, p95, 8 cards`,
    unit: 'ms',
    ours: 'Belfry',
    contenders: [{ name: 'Belfry', round: () => listChanges(fleet) }],
    targets: [{ atMost: 200, unit: 'ms' }],
    notes: [FLEET],
    rounds: 3,
    stop: () => fleet.stop(),
  };
}

/** What a browser shows while 10,000 devices report: from a change of filter or page to the cards. */
export const consoleList: Row = { name: 'console', prepare };
