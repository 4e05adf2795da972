import { CARD } from '../lib/browser/console.ts';
import {
  devicesPage,
  firstCards,
  heapGrowth,
  listChanges,
  TRACE_MS,
  traced,
  wallPage,
} from '../lib/browser/console-measures.ts';
import { LARGE_FLEET, OFFLINE_DEVICES, startLargeFleet, type LargeFleet } from '../lib/large-fleet.ts';
import type { Contender, Measurement, Row, Target } from '../lib/row.ts';
import type { Trace } from '../lib/browser/trace.ts';

const FLEET = `${LARGE_FLEET.devices.toLocaleString('en')} simulated devices, one record per ${LARGE_FLEET.intervalS} s each, and ${OFFLINE_DEVICES} offline ones; fleet, broker, api, Postgres and Chromium share the machine.`;

type Measure = (fleet: LargeFleet) => Promise<number>;
type RowShape = { title: string; unit: string; measure: Measure; idle?: Measure; target: Target; rounds: number };

async function prepare({ title, unit, measure, idle, target, rounds }: RowShape): Promise<Measurement> {
  const fleet = await startLargeFleet();
  const contender = (name: string, figure: Measure): Contender => ({ name, round: () => figure(fleet) });
  return {
    title: `the console with ${LARGE_FLEET.devices.toLocaleString('en')} devices: ${title}`,
    unit,
    ours: 'Belfry',
    contenders: [contender('Belfry', measure), ...(idle ? [contender('an idle page', idle)] : [])],
    targets: [target],
    notes: [FLEET],
    rounds,
    ...(rounds === 1 ? { warmUp: false as const } : {}),
    stop: () => fleet.stop(),
  };
}

const idlePage =
  (figure: keyof Trace): Measure =>
  async (fleet) =>
    traced(fleet, await fleet.browser.newPage({ viewport: { width: 1440, height: 900 } }), 'html', figure);

const row = (name: string, shape: RowShape): Row => ({ name, prepare: () => prepare(shape) });

/** What a browser measures of the console while 10,000 devices report. */
export const consoleRows: Row[] = [
  row('console-first-cards', {
    title: 'from the click on Sign In to the first cards',
    unit: 'ms',
    measure: firstCards,
    target: { atMost: 1_000, unit: 'ms' },
    rounds: 5,
  }),
  row('console-list', {
    title: 'change of filter or page to the cards of the new list, p95, 8 cards',
    unit: 'ms',
    measure: listChanges,
    target: { atMost: 200, unit: 'ms' },
    rounds: 3,
  }),
  row('console-tasks', {
    title: `the longest task of the main thread in ${TRACE_MS / 1_000} s, 48 cards`,
    unit: 'ms',
    measure: async (fleet) => traced(fleet, await devicesPage(fleet, 48), CARD, 'longestTaskMs'),
    idle: idlePage('longestTaskMs'),
    target: { atMost: 100, unit: 'ms' },
    rounds: 3,
  }),
  row('console-wall', {
    title: 'animation frames with a wall of 1,000 devices',
    unit: 'frames/s',
    measure: async (fleet) => traced(fleet, await wallPage(fleet), '[data-serial][data-index]', 'framesPerS'),
    idle: idlePage('framesPerS'),
    target: { against: 'an idle page', atLeast: 0.92 },
    rounds: 3,
  }),
  row('console-memory', {
    title: 'growth of the tab’s heap in ten minutes',
    unit: 'MiB',
    measure: heapGrowth,
    target: { atMost: 3, unit: 'MiB' },
    rounds: 1,
  }),
];
