import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ReportedClock } from '@belfry/schemas/domain/clock';
import type { Clock } from '../hardware/clock.ts';
import type { NetworkTime } from '../hardware/network-time.ts';

/** Runs a program and returns what it prints. Rejects where there is none, or it fails. */
type RunProgram = (program: string, args: readonly string[]) => Promise<string>;

/** A program that waits for its service is ended. */
const PROGRAM_TIMEOUT_MS = 2_000;
const OUTPUT_BYTES_MAX = 16_384;
/** Where the programs of time services are; they are in no other place. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const runProgram: RunProgram = async (program, args) => {
  const limits = { timeout: PROGRAM_TIMEOUT_MS, maxBuffer: OUTPUT_BYTES_MAX, env: { PATH, LC_ALL: 'C' } };
  const { stdout } = await promisify(execFile)(program, args, limits);
  return stdout;
};

/** A reading is not repeated within this time. */
const FRESH_MS = 30_000;
/** The last reading holds this long while no service answers: a busy machine may end the program that asks. */
const KEPT_MS = 10 * 60_000;

/** Asks the time service of this machine (chrony, NTP or systemd), at most twice a minute and in the background. */
export function createNetworkTime({ clock, run = runProgram }: { clock: Clock; run?: RunProgram }): NetworkTime {
  let last: ReportedClock | null = null;
  let [askedAt, answeredAt] = [-Infinity, -Infinity];
  async function ask(): Promise<void> {
    const answer = await readNetworkTime(run);
    if (answer) answeredAt = clock.monotonic();
    if (answer || clock.monotonic() - answeredAt > KEPT_MS) last = answer;
  }
  function read(): ReportedClock | null {
    if (clock.monotonic() - askedAt < FRESH_MS) return last;
    askedAt = clock.monotonic();
    void ask();
    return last;
  }
  // The first measurement should have it.
  read();
  return read;
}

/** Asks the services in turn; null if none answers. Never rejects. */
export async function readNetworkTime(run: RunProgram): Promise<ReportedClock | null> {
  // A machine has one time service: the others are asked if it is not this one.
  for (const ask of [askChrony, askNtp, askSystemd]) {
    const answer = await ask(run).catch(() => null);
    if (answer) return answer;
  }
  return null;
}

const NOT_SYNCHRONISED: ReportedClock = { clock_offset_ms: null, clock_synchronised: false };

/** @param aheadMs not a number: unknown */
const synchronised = (aheadMs: number): ReportedClock => ({
  clock_offset_ms: Number.isFinite(aheadMs) ? Math.round(aheadMs * 10) / 10 || 0 : null,
  clock_synchronised: true,
});

/** No reference, and the clock of the machine itself as the reference. */
const WITHOUT_REFERENCE: ReadonlySet<string> = new Set(['00000000', '7F7F0101']);
const TRACKING_FIELDS = 14;

/** The fifth field is by how many seconds the clock is behind. */
async function askChrony(run: RunProgram): Promise<ReportedClock | null> {
  const fields = (await run('chronyc', ['-c', 'tracking'])).trim().split(',');
  const [reference = '', , , , behind] = fields;
  if (fields.length < TRACKING_FIELDS) return null;
  if (WITHOUT_REFERENCE.has(reference) || fields[TRACKING_FIELDS - 1] === 'Not synchronised') return NOT_SYNCHRONISED;
  return synchronised(-Number(behind) * 1_000);
}

/** `offset` is by how many milliseconds the clock is behind; the leap indicator 11 means that it was never set. */
async function askNtp(run: RunProgram): Promise<ReportedClock | null> {
  const text = await run('ntpq', ['-c', 'rv']);
  const leap = /\bleap=(\d+)/.exec(text)?.[1];
  if (leap === undefined) return null;
  if (leap === '11') return NOT_SYNCHRONISED;
  return synchronised(-Number(/\boffset=([+-]?[\d.]+)/.exec(text)?.[1] ?? NaN));
}

/** The offset is known only where systemd itself sets the clock: that of its last measurement. */
async function askSystemd(run: RunProgram): Promise<ReportedClock | null> {
  const answer = (await run('timedatectl', ['show', '--property=NTPSynchronized', '--value'])).trim();
  if (answer === 'no') return NOT_SYNCHRONISED;
  if (answer !== 'yes') return null;
  const text = await run('timedatectl', ['timesync-status']).catch(() => '');
  return synchronised(-durationMs(/^\s*Offset:\s*(.+)$/m.exec(text)?.[1] ?? ''));
}

const UNIT_MS: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration as systemd writes it: `+1.082ms`, `-1min 2.5s`. Not a number if it is none. */
function durationMs(text: string): number {
  const parts = [...text.matchAll(/([\d.]+)(us|ms|min|s|h|d)\b/g)];
  if (parts.length === 0) return NaN;
  const size = parts.reduce((sum, [, value, unit = '']) => sum + Number(value) * (UNIT_MS[unit] ?? NaN), 0);
  return text.startsWith('-') ? -size : size;
}
