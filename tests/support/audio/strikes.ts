import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { letPass } from '@belfry/schemas/testing/clock';
import type { ReceivedPackets } from './receive-program.ts';
import type { startRtpPlayer } from './rtp-player.ts';

/** As long before its instant a device gives a run to the players; PLAY-17. */
const PREPARED_MS = 400;
const HEARD_MS = 500;
/** After what ends, the stream is silent. */
const REST_MS = 500;
const SAMPLES_PER_MS = 8;

const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Receives RTP of G.711 at even ports in a process of its own, which is as punctual as a sender. */
export async function startPacketReceiver(port: number, ports = 1) {
  const program = join(import.meta.dirname, 'receive-program.ts');
  const child = fork(program, [String(port), String(port + 2 * (ports - 1))], {
    serialization: 'advanced',
    execArgv: ['--single-threaded'],
  });
  await once(child, 'message');
  return {
    /** What has come so far. */
    async packets(): Promise<ReceivedPackets> {
      child.send('tell');
      const [packets] = (await once(child, 'message')) as [ReceivedPackets];
      return packets;
    },
    close: (): void => child.disconnect(),
  };
}

/**
 * Lets several senders begin a sound, which they have never played, at the same instants.
 * @returns of each strike how far they were apart, and how long after the instant the last of them began, in ms
 */
export async function strikeTogether(
  players: readonly ReturnType<typeof startRtpPlayer>[],
  { port, strikes }: { port: number; strikes: number },
): Promise<{ apart: number; late: number }[]> {
  const receiver = await startPacketReceiver(port, players.length);
  const speakers = players.map((player, index) => ({
    player,
    port: port + 2 * index,
    output: player.outputOf({ kind: 'rtp', address: '127.0.0.1', port: port + 2 * index, codec: 'PCMU' }).output,
  }));

  async function strike(round: number): Promise<{ apart: number; late: number }> {
    const tones = speakers.map(({ player }) => player.storeTone(`strike-${round}`, 1, { hz: 800 + 10 * round }));
    const before = await receiver.packets();
    // Not always at the same part of a packet.
    const startAt = Date.now() + PREPARED_MS + 7 * (round % 5);
    const due = monotonicMs() + startAt - Date.now();
    await Promise.all(
      speakers.map(({ output }, index) => output.play('voice', tones[index]!, { volume: 100, startAt })),
    );
    await letPass(HEARD_MS);
    await Promise.all(speakers.map(({ output }) => output.stop('voice')));
    await letPass(REST_MS);
    const received = await receiver.packets();
    const struck = speakers.map(({ port: at }) => {
      const seen = before[at]?.at.length ?? 0;
      const first = received[at]?.soundFrom.findIndex((from, index) => from >= 0 && index >= seen) ?? -1;
      return (received[at]?.at[first] ?? NaN) + (received[at]?.soundFrom[first] ?? NaN) / SAMPLES_PER_MS;
    });
    return { apart: Math.max(...struck) - Math.min(...struck), late: Math.max(...struck) - due };
  }

  // Until their processes run, nothing is on time.
  await strike(0);
  const measured = [];
  for (let round = 1; round <= strikes; round++) measured.push(await strike(round));
  receiver.close();
  return measured;
}
