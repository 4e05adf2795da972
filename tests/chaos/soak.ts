/**
 * `npm run soak -- --minutes 60 [--devices 5000] [--pause 20] [--hostile]`: runs a fleet of simulated devices against the
 * whole product and prints a line per minute. Halfway Postgres is suspended for `--pause` seconds. At the end it counts
 * records by sequence number and adds the measurements to the bench results. It fails when an acknowledged record is
 * lost or stored twice.
 *
 * With `--hostile` one device in a hundred sends hostile payloads, plain users ask for work without a bound, and Postgres is not
 * suspended. It also fails when others are affected: their commands time out, their calls fail or wait, the product is not ready, or
 * its memory grows.
 */
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { reportCurve } from '../bench/lib/report.ts';
import { launchProduct } from '../support/processes/launched-product.ts';
import { startCommands } from './soak/commands.ts';
import { countBySeq, waitUntilCommitted } from './soak/count.ts';
import { startSoakFleet } from './soak/fleet.ts';
import { startHostileDevices, type HostileDevices } from './soak/hostile.ts';
import { startHostilePeople } from './soak/hostile-people.ts';
import { COLUMNS, createMinuteReader, type Minute } from './soak/minute.ts';
import { watchHealth, type Check } from './soak/watch-health.ts';

const MINUTE_MS = 60_000;
const HOSTILE_SHARE = 0.01;
/** The fleet counts as complete although some devices are reconnecting. */
const COMPLETE_SHARE = 0.99;
/** On a busy machine a few commands may time out. */
const MAX_FAILED_COMMANDS = 0.02;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    devices: { type: 'string', default: '5000' },
    pause: { type: 'string' },
    hostile: { type: 'boolean', default: false },
  },
});
const pauseText = values.pause ?? (values.hostile ? '0' : '20');
const [minutes, devices, pause] = [values.minutes, values.devices, pauseText].map((text) => {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number) || number < 0) throw new Error(`not a number: ${text}`);
  return number;
}) as [number, number, number];

// When interrupted it must still stop the processes that it started.
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
const wait = (ms: number): Promise<void> => delay(ms, undefined, { signal: interrupted.signal }).catch(() => {});
const print = (cells: readonly (number | string)[]): void => {
  process.stdout.write(`${cells.map((cell, at) => String(cell).padStart(COLUMNS[at]?.length ?? 0)).join('  ')}\n`);
};

const belfry = await launchProduct({ LOG_LEVEL: 'warn' });
const hostile = values.hostile ? await startHostileDevices(belfry, Math.ceil(devices * HOSTILE_SHARE)) : null;
const hostilePeople = values.hostile ? await startHostilePeople(belfry) : null;
const hostileSerials = hostile?.serials ?? new Set<string>();
const fleet = startSoakFleet(belfry, devices - hostileSerials.size);
const health =
  hostile && watchHealth(belfry, () => fleet.connected() >= (devices - hostileSerials.size) * COMPLETE_SHARE);
try {
  const commands = await startCommands(belfry, hostileSerials);
  const readMinute = createMinuteReader(belfry, fleet, commands);
  const curve: Minute[] = [];
  print(COLUMNS);
  while (curve.length <= minutes && !interrupted.signal.aborted) {
    const next = performance.now() + MINUTE_MS;
    const figures = await readMinute();
    curve.push(figures);
    print(figures);
    if (curve.length > minutes) break;
    if (pause > 0 && curve.length === 1 + Math.floor(minutes / 2)) await suspendPostgres();
    await wait(next - performance.now());
  }
  commands.stop();
  health?.stop();
  await Promise.all([hostile?.stop(), hostilePeople?.stop()]);
  await fleet.stop();
  await waitUntilCommitted(belfry);
  const { rows, lost, doubled } = await countBySeq(belfry, hostileSerials);
  const summary = `${rows.toLocaleString('en')} records stored; ${lost} lost and ${doubled} stored twice, counted by sequence number.`;
  const checks: Check[] = [{ ok: lost === 0 && doubled === 0, text: summary }];
  if (hostile && health) checks.push(hostileCheck(hostile), commandCheck(curve), restartCheck(), ...health.checks());
  if (hostilePeople) checks.push(...hostilePeople.checks());
  for (const { ok, text } of checks) process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${text}\n`);
  process.stdout.write(checks.every(({ ok }) => ok) ? 'passed\n' : 'failed\n');
  reportCurve(values.hostile ? 'soak-hostile' : 'soak', {
    title: `${devices.toLocaleString('en')} simulated devices for ${curve.length - 1} minutes`,
    columns: COLUMNS,
    points: curve,
    notes: [
      ...checks.map(({ text }) => text),
      ...(hostile ? [`${hostileSerials.size} of the devices sent hostile payloads throughout.`] : []),
      'One line per minute. Committed: metrics records, statuses, player states and command responses together. Queued and in flight: messages in the broker’s sessions. Uncommitted: read by the api and not yet stored. Event loop delays are the p99 of the minute, on a machine that also runs the fleet.',
      ...(pause > 0 ? [`Postgres was suspended for ${pause} s halfway.`] : []),
    ],
  });
  process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
} finally {
  health?.stop();
  await Promise.all([hostile?.stop(), hostilePeople?.stop()]);
  await fleet.stop();
  await belfry.stop();
}

/** Suspends Postgres, so that connections stay open and are not answered, as with a hanging disk. */
async function suspendPostgres(): Promise<void> {
  const servers = belfry.postgresPids();
  for (const pid of servers) process.kill(pid, 'SIGSTOP');
  await wait(pause * 1_000);
  for (const pid of servers) process.kill(pid, 'SIGCONT');
}

function hostileCheck(devices: HostileDevices): Check {
  const [sent, answered] = [devices.sent(), devices.responded()];
  return { ok: sent > 0 && answered > 0, text: `${sent} hostile messages and ${answered} hostile responses sent` };
}

function commandCheck(curve: readonly Minute[]): Check {
  const sum = (column: (typeof COLUMNS)[number]): number =>
    curve.reduce((total, minute) => total + Number(minute[COLUMNS.indexOf(column)]), 0);
  const [succeeded, failed] = [sum('commands'), sum('failed')];
  return {
    ok: succeeded > 0 && failed <= succeeded * MAX_FAILED_COMMANDS,
    text: `${succeeded} commands to other devices executed, ${failed} failed`,
  };
}

function restartCheck(): Check {
  const restarts = belfry.launcher.lines.filter((line) => line.includes('stopped'));
  return { ok: restarts.length === 0, text: `${restarts.length} processes ended and were restarted` };
}
