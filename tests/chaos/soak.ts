/**
 * `npm run soak -- --minutes 60 [--devices 5000] [--pause 20]`: a fleet of simulated devices against the whole product.
 * Prints a line a minute; half-way Postgres stands still for `--pause` seconds. At the end it counts by sequence number
 * and puts the curve into the bench's results. Fails when anything acknowledged is lost, or stored twice.
 */
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { reportCurve } from '../bench/lib/report.ts';
import { startLaunched } from '../support/launched.ts';
import { startCommands } from './soak/commands.ts';
import { countBySeq, untilDrained } from './soak/count.ts';
import { startSoakFleet } from './soak/fleet.ts';
import { COLUMNS, createWatch, type Minute } from './soak/minute.ts';

const MINUTE_MS = 60_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    devices: { type: 'string', default: '5000' },
    pause: { type: 'string', default: '20' },
  },
});
const [minutes, devices, pause] = [values.minutes, values.devices, values.pause].map((text) => {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number) || number < 0) throw new Error(`not a number: ${text}`);
  return number;
}) as [number, number, number];

// Interrupted, it must still take its parts down.
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
const wait = (ms: number): Promise<void> => delay(ms, undefined, { signal: interrupted.signal }).catch(() => {});
const print = (cells: readonly (number | string)[]): void => {
  process.stdout.write(`${cells.map((cell, at) => String(cell).padStart(COLUMNS[at]?.length ?? 0)).join('  ')}\n`);
};

const belfry = await startLaunched({ LOG_LEVEL: 'warn' });
const fleet = startSoakFleet(belfry, devices);
try {
  const commands = await startCommands(belfry);
  const look = createWatch(belfry, fleet, commands);
  const curve: Minute[] = [];
  print(COLUMNS);
  while (curve.length <= minutes && !interrupted.signal.aborted) {
    const next = performance.now() + MINUTE_MS;
    const figures = await look();
    curve.push(figures);
    print(figures);
    if (curve.length > minutes) break;
    if (pause > 0 && curve.length === 1 + Math.floor(minutes / 2)) await standStill();
    await wait(next - performance.now());
  }
  commands.stop();
  await fleet.stop();
  await untilDrained(belfry);
  const { rows, lost, doubled } = await countBySeq(belfry);
  const counted = `${rows.toLocaleString('en')} records stored; ${lost} lost and ${doubled} doubled, counted by sequence number.`;
  process.stdout.write(`${counted}\n`);
  reportCurve('soak', {
    title: `${devices.toLocaleString('en')} simulated devices for ${curve.length - 1} minutes`,
    columns: COLUMNS,
    points: curve,
    notes: [
      counted,
      'A line a minute. Committed: records of metrics, statuses, players and answers together. Queued and in flight: messages in the broker’s sessions; uncommitted: read by the api and not yet stored. Event-loop delays are the p99 of the minute, on a machine that also runs the fleet.',
      ...(pause > 0 ? [`Postgres stood still for ${pause} s in the middle.`] : []),
    ],
  });
  process.exitCode = lost > 0 || doubled > 0 ? 1 : 0;
} finally {
  await fleet.stop();
  await belfry.stop();
}

/** Postgres is there and does not answer, as on a disk that hangs. */
async function standStill(): Promise<void> {
  const servers = belfry.postgresPids();
  for (const pid of servers) process.kill(pid, 'SIGSTOP');
  await wait(pause * 1_000);
  for (const pid of servers) process.kill(pid, 'SIGCONT');
}
