import { execFile, fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMulticast } from '@belfry/schemas/domain/network-speakers';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { systemClock } from '../hardware/clock.ts';
import type { DecoderAnswer, DecoderRequest } from '../rtp-decoder/decoder-messages.ts';
import { createFeeds } from './feeds.ts';
import { createSenderEngine } from './sender-engine.ts';
import type { SenderCommand, SenderEvent, StreamTarget } from './sender-messages.ts';

/**
 * The process that sends. By its environment: RTP_INTERFACE, the address of the interface of multicast; RTP_SOCKET, the number of a socket
 * that is marked for expedited forwarding, see `sender-process.ts`.
 */

const { RTP_INTERFACE, RTP_SOCKET } = process.env;
/** Of the real-time class: above everything that is not, below the threads of the kernel. */
const REAL_TIME_PRIORITY = 10;
const NICE = -15;
/** What the network takes a little later is no failure. */
const PASSING = new Set(['EAGAIN', 'ENOBUFS', 'ECONNREFUSED', 'EINTR']);

/** The device may have ended meanwhile. */
const emit = (event: SenderEvent): void => void process.send?.(event, undefined, undefined, () => {});

function startDecoder(): { send: (request: DecoderRequest) => void } {
  let decoder: ChildProcess | null = null;
  const program = fileURLToPath(new URL('../rtp-decoder/rtp-decoder.main.ts', import.meta.url));
  function start(): ChildProcess {
    const started = fork(program, { execArgv: [], serialization: 'advanced' });
    prefer(started.pid ?? 0);
    started.on('message', (answer: DecoderAnswer) => feeds.receive(answer));
    started.on('error', ({ message }) => emit({ kind: 'log', line: `the decoder: ${message}` }));
    started.on('exit', (code, signal) => {
      if (decoder !== started) return;
      decoder = null;
      emit({ kind: 'log', line: `the decoder has ended (${code ?? signal})` });
      feeds.lost('the audio could not be decoded');
    });
    return started;
  }
  decoder = start();
  return {
    send(request) {
      decoder ??= start();
      if (decoder.connected) decoder.send(request);
    },
  };
}

/** Above other programs, as far as the system allows it. @returns whether it does */
function prefer(pid: number): boolean {
  try {
    setPriority(pid, NICE);
    return true;
  } catch {
    return false;
  }
}

function openSocket(): Promise<Socket> {
  // Addresses are numbers: nothing is looked up, so that a packet leaves in the call that sends it.
  const socket = createSocket({ type: 'udp4', lookup: (host, _options, found) => found(null, host, 4) });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    const bound = (): void => {
      socket.off('error', reject);
      socket.on('error', ({ message }) => emit({ kind: 'log', line: `RTP: ${message}` }));
      resolve(socket);
    };
    if (RTP_SOCKET === undefined) socket.bind(0, bound);
    else socket.bind({ fd: Number(RTP_SOCKET) }, bound);
  });
}

const socket = await openSocket();
const hops = { unicast: 0, multicast: 0 };
let interfaceOf = '';

function setHops({ address, ttl }: StreamTarget): void {
  const kind = isMulticast(address) ? 'multicast' : 'unicast';
  if (kind === 'multicast' && RTP_INTERFACE !== undefined && interfaceOf !== RTP_INTERFACE) {
    socket.setMulticastInterface(RTP_INTERFACE);
    interfaceOf = RTP_INTERFACE;
  }
  if (hops[kind] === ttl) return;
  if (kind === 'multicast') socket.setMulticastTTL(ttl);
  else socket.setTTL(ttl);
  hops[kind] = ttl;
}

function send(packet: Uint8Array, to: StreamTarget, failed: (reason: string) => void): void {
  const ended = (error: NodeJS.ErrnoException | null): void => {
    if (error && !PASSING.has(error.code ?? ''))
      failed(reasonText('speaker_unreachable', { error: error.code ?? error.message }));
  };
  try {
    setHops(to);
    socket.send(packet, to.port, to.address, ended);
  } catch (error) {
    ended(error as NodeJS.ErrnoException);
  }
}

/** As far as the system allows it. */
function becomeUrgent(): void {
  const { pid } = process;
  execFile('chrt', ['--rr', '--reset-on-fork', '-p', String(REAL_TIME_PRIORITY), String(pid)], (error) => {
    if (error && !prefer(pid))
      emit({
        kind: 'log',
        line: 'RTP is sent without priority over other programs, and may stutter on a busy machine',
      });
  });
}

const decoder = startDecoder();
const feeds = createFeeds({ decoder });
const engine = createSenderEngine({
  clock: systemClock,
  random: () => randomBytes(4).readUInt32BE(),
  openFeed: feeds.open,
  send,
  emit,
});
becomeUrgent();
process.on('message', (command: SenderCommand) => engine.handle(command));
process.on('disconnect', () => process.exit());
// The device ends it, in order.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
emit({ kind: 'ready' });
