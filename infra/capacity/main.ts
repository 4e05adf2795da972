import { parseArgs } from 'node:util';
import { COSTS } from './costs.ts';
import { planCapacity, planTable } from './plan.ts';

/** `npm run capacity -- --devices 10000,1000000 [--interval 30] [--days 30]`: what fleets need; see docs/capacity.md. */

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '10000,100000,1000000' },
    interval: { type: 'string', default: '30' },
    days: { type: 'string', default: '30' },
  },
});

/** @throws for anything but a positive number */
function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0) || !Number.isFinite(number)) throw new Error(`not a positive number: ${text}`);
  return number;
}

try {
  const [intervalS, rawDays] = [positive(values.interval), positive(values.days)];
  const fleets = values.devices.split(',').map((devices) => ({ devices: positive(devices), intervalS, rawDays }));
  const plans = fleets.map((fleet) => ({ fleet, plan: planCapacity(fleet, COSTS) }));
  process.stdout.write(`${planTable(plans)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
