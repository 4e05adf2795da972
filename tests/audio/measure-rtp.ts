import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { letPass } from '@belfry/schemas/testing/clock';
import type { RtpTransport } from '@belfry/schemas/domain/network-speakers';
import type { ReceivedPackets } from '../support/audio/receive-program.ts';
import { startRtpPlayer } from '../support/audio/rtp-player.ts';
import { startPacketReceiver, strikeTogether } from '../support/audio/strikes.ts';

/**
 * Figures of a sender of RTP on this machine: `node tests/audio/measure-rtp.ts [jitter] [first] [together] [streams] [listeners] [long=MINUTES]`, all but the
 * last by default. `BUSY=2` runs so many busy processes beside it, `RTP_PORT=47000` uses other ports.
 */

const PORT = Number(process.env['RTP_PORT'] ?? 46_300);
const PACKET_MS = 20;
const STRIKES = Number(process.env['STRIKES'] ?? 30);
const transportAt = (port: number): RtpTransport => ({ kind: 'rtp', address: '127.0.0.1', port, codec: 'PCMU' });
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const now = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Of a process with its threads, in ms. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

/** How late packets are against the best of them, by the clock that their timestamps tell. */
function lateness({ at, timestamp }: ReceivedPackets[number]): number[] {
  const first = timestamp[0] ?? 0;
  const offsets = at.map((instant, index) => instant - (((timestamp[index] ?? 0) - first) >>> 0) / 8);
  const best = Math.min(...offsets.slice(0, 100_000));
  return offsets.map((offset) => offset - best).toSorted((a, b) => a - b);
}

const describeLateness = (sorted: readonly number[]): string =>
  [0.5, 0.95, 0.99, 0.999].map((share) => `p${share * 100} ${percentile(sorted, share).toFixed(2)} ms`).join(', ') +
  `, max ${(sorted.at(-1) ?? NaN).toFixed(2)} ms`;

function countErrors({ sequence }: ReceivedPackets[number]): { lost: number; doubled: number } {
  let [lost, doubled] = [0, 0];
  for (let index = 1; index < sequence.length; index++) {
    const step = ((sequence[index] ?? 0) - (sequence[index - 1] ?? 0)) & 0xffff;
    if (step === 0) doubled++;
    else if (step > 1) lost += step - 1;
  }
  return { lost, doubled };
}

type Player = ReturnType<typeof startRtpPlayer>;

async function measureJitter(player: Player, seconds: number): Promise<void> {
  const receiver = await startPacketReceiver(PORT);
  const tone = player.storeTone('jitter', seconds, { rate: 8_000 });
  await player.outputOf(transportAt(PORT)).playToEnd(tone);
  const { [PORT]: packets = { at: [], sequence: [], timestamp: [], soundFrom: [] } } = await receiver.packets();
  const { lost, doubled } = countErrors(packets);
  const minutes = (packets.at.length * PACKET_MS) / 60_000;
  say(`jitter: ${packets.at.length} packets in ${minutes.toFixed(1)} min: ${describeLateness(lateness(packets))}`);
  say(`        lost ${lost}, doubled ${doubled}`);
  receiver.close();
}

async function measureFirst(player: Player): Promise<void> {
  const receiver = await startPacketReceiver(PORT);
  const { output, playToEnd } = player.outputOf(transportAt(PORT));
  const tone = player.storeTone('first', 1);
  await playToEnd(tone);
  const delays: number[] = [];
  for (let round = 0; round < 30; round++) {
    await letPass(700 + 7 * round);
    const before = (await receiver.packets())[PORT]?.at.length ?? 0;
    const asked = now();
    await output.play('voice', tone, { volume: 100 });
    await output.stop('voice');
    const { at = [] } = (await receiver.packets())[PORT] ?? {};
    delays.push((at[before] ?? Infinity) - asked);
  }
  const sorted = delays.toSorted((a, b) => a - b);
  say(
    `first packet after play of a cached file: p50 ${percentile(sorted, 0.5).toFixed(1)} ms, max ${sorted.at(-1)?.toFixed(1)} ms`,
  );
  receiver.close();
}

async function measureTogether(players: readonly Player[]): Promise<void> {
  const strikes = await strikeTogether(players, { port: PORT, strikes: STRIKES });
  const describe = (times: readonly number[]): string => {
    const sorted = times.toSorted((a, b) => a - b);
    return `p50 ${percentile(sorted, 0.5).toFixed(1)} ms, max ${sorted.at(-1)?.toFixed(1)} ms`;
  };
  say(
    `${players.length} senders, ${STRIKES} strikes of files that are new to them: apart ${describe(strikes.map(({ apart }) => apart))}`,
  );
  say(`        after the instant ${describe(strikes.map(({ late }) => late))}`);
}

async function measureCpu(player: Player, { ports, speakers }: { ports: number; speakers: number }): Promise<number> {
  const receiver = await startPacketReceiver(PORT, ports);
  const tones = Array.from({ length: ports }, (_, place) =>
    player.storeTone(`cpu${place}`, 50, { hz: 300 + 20 * place, rate: 8_000 }),
  );
  const outputs = Array.from({ length: speakers }, (_, index) => {
    const place = index % ports;
    const { output } = player.outputOf(transportAt(PORT + 2 * place), index);
    return { output, tone: tones[place] ?? { sha256: '', duration_ms: 0 } };
  });
  await Promise.all(outputs.map(({ output, tone }) => output.play('music', tone, { volume: 90 })));
  await letPass(3_000);
  const [cpu, wall] = [cpuMs(player.pid()), now()];
  await letPass(30_000);
  const share = ((cpuMs(player.pid()) - cpu) / (now() - wall)) * 100;
  const packets = Object.values(await receiver.packets());
  const errors = packets.map(countErrors);
  const late = packets.flatMap(lateness).toSorted((a, b) => a - b);
  const lost = errors.reduce((sum, error) => sum + error.lost, 0);
  say(
    `        ${packets.reduce((sum, { at }) => sum + at.length, 0)} packets, lost ${lost}, ${describeLateness(late)}`,
  );
  await Promise.all(outputs.map(({ output }) => output.stop('music')));
  await letPass(500);
  receiver.close();
  return share;
}

const asked = process.argv.slice(2);
const wants = (what: string): boolean => asked.length === 0 || asked.includes(what);
const busy = Array.from({ length: Number(process.env['BUSY'] ?? 0) }, () =>
  spawn(process.execPath, ['-e', 'for (;;) Math.random()'], { stdio: 'ignore' }),
);
// Also when it fails or is ended.
process.on('exit', () => {
  for (const child of busy) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const player = startRtpPlayer();
await letPass(1_500);
say(`busy processes beside it: ${busy.length}; ${player.log.join('; ') || 'real-time class'}`);
if (wants('jitter')) await measureJitter(player, 60);
if (wants('first')) await measureFirst(player);
if (wants('together')) {
  const other = startRtpPlayer();
  await letPass(1_500);
  await measureTogether([player, other]);
  await other.close();
}
if (wants('streams')) {
  const share = await measureCpu(player, { ports: 50, speakers: 50 });
  say(`50 streams of G.711, each another file: ${share.toFixed(1)} % of one core`);
}
if (wants('listeners')) {
  const one = await measureCpu(player, { ports: 1, speakers: 1 });
  const many = await measureCpu(player, { ports: 1, speakers: 200 });
  say(`one stream: ${one.toFixed(1)} % of one core for one speaker, ${many.toFixed(1)} % for 200`);
}
const minutes = Number(asked.find((each) => each.startsWith('long='))?.slice(5) ?? 0);
if (minutes > 0) await measureJitter(player, minutes * 60);
await player.close();
process.exit(0);
