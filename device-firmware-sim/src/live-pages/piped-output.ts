import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';
import { sleep, type Clock } from '../hardware/clock.ts';
import { OutputError } from '../playback/audio-output.ts';
import { bytesOf } from '../sound/pcm.ts';
import {
  createMissingPageOutput,
  createSilentPageOutput,
  type OpenPageOutput,
  type PageOutput,
} from './page-output.ts';

/** Sound that the programs buffer before they play; less would break off on a busy machine. */
const BUFFER_MS = 60;
const PERIOD_MS = 20;
/** A program that still runs after this time waits for samples. */
const SETTLE_MS = 150;
const BYTES_PER_MS = (PAGE_RATE_HZ * 2) / 1_000;
/** With a longer backlog the sound card has stopped. */
const BACKLOG_MAX_BYTES = 1_000 * BYTES_PER_MS;
/** Time that the program has to end by itself. */
const DRAIN_MS = 2_000;

/** Where a machine plays live pages: by a program that reads samples, into a named pipe, nowhere in real time, or not at all. */
export const PAGE_OUTPUT_KINDS = ['aplay', 'pw-cat', 'fifo', 'null', 'none'] as const;
export type PageOutputKind = (typeof PAGE_OUTPUT_KINDS)[number];
type ProgramName = Extract<PageOutputKind, 'aplay' | 'pw-cat'>;

type Program = { package: string; argumentsFor: (device: string | undefined) => string[] };

/** Both share the sound card with the players: its device mixes (dmix), or PipeWire does. */
const PROGRAMS: Record<ProgramName, Program> = {
  aplay: {
    package: 'alsa-utils',
    argumentsFor: (device) => [
      ...`-q -t raw -f S16_LE -r ${PAGE_RATE_HZ} -c 1`.split(' '),
      `--buffer-time=${BUFFER_MS * 1_000}`,
      `--period-time=${PERIOD_MS * 1_000}`,
      ...(device === undefined ? [] : ['-D', device]),
      '-',
    ],
  },
  'pw-cat': {
    package: 'pipewire-bin',
    argumentsFor: (device) => [
      ...`--playback --raw --format s16 --rate ${PAGE_RATE_HZ} --channels 1 --latency ${BUFFER_MS}ms`.split(' '),
      ...(device === undefined ? [] : ['--target', device]),
      '-',
    ],
  },
};

type PipedOutputOptions = {
  kind: PageOutputKind;
  /** The ALSA device or the PipeWire target; with `fifo` the path of the pipe. */
  device: string | undefined;
  clock: Clock;
};

export function createPipedOutput({ kind, device, clock }: PipedOutputOptions): PageOutput {
  if (kind === 'none') return createMissingPageOutput('this device plays no live pages');
  if (kind === 'null') return createSilentPageOutput();
  if (kind === 'fifo') return createFifoOutput(device ?? '');
  if (!isInstalled(kind)) return createMissingPageOutput(missingText(kind));
  return {
    unavailable: null,
    leadMs: BUFFER_MS,
    takesSamples: true,
    open: (failed) => openProgram(kind, { device, clock, failed }),
  };
}

const isInstalled = (name: ProgramName): boolean => spawnSync(name, ['--version'], { stdio: 'ignore' }).error == null;

const missingText = (name: ProgramName): string =>
  `${name}, which plays live pages, is not installed (apt install ${PROGRAMS[name].package})`;

const createFifoOutput = (path: string): PageOutput => ({
  unavailable: null,
  leadMs: 0,
  takesSamples: true,
  async open(failed) {
    const socket = new Socket({ fd: openPipe(path), readable: false, writable: true });
    const output = writeTo(socket, failed);
    return { ...output, close: () => void socket.destroy() };
  },
});

function openPipe(path: string): number {
  try {
    // For reading as well, so that it can be opened where nobody reads yet.
    return openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  } catch (error) {
    throw new OutputError((error as Error).message);
  }
}

type ProgramOptions = Pick<PipedOutputOptions, 'device' | 'clock'> & { failed: (reason: string) => void };

async function openProgram(name: ProgramName, { device, clock, failed }: ProgramOptions): Promise<OpenPageOutput> {
  const child = spawn(name, PROGRAMS[name].argumentsFor(device), { stdio: ['pipe', 'ignore', 'pipe'] });
  let isOver = false;
  const ended = endOf(name, child);
  const reason = await Promise.race([ended, sleep(clock, SETTLE_MS).then(() => null)]);
  if (reason !== null) throw new OutputError(reason);

  function fail(text: string): void {
    if (isOver) return;
    isOver = true;
    failed(text);
  }

  void ended.then(fail);
  const output = writeTo(child.stdin, fail);
  // It begins to play when its buffer is full, and from then on everything is heard so long after it was written.
  child.stdin.write(Buffer.alloc(BUFFER_MS * BYTES_PER_MS));
  return {
    ...output,
    close(how) {
      isOver = true;
      if (how === 'cut') return void child.kill('SIGKILL');
      child.stdin.end();
      const cancelKill = clock.after(DRAIN_MS, () => void child.kill('SIGKILL'));
      void ended.then(cancelKill);
    },
  };
}

/** Resolves with a text for users when the program has ended. */
function endOf(name: ProgramName, child: ChildProcess): Promise<string> {
  let lastOutput = '';
  child.stderr?.on('data', (bytes: Buffer) => (lastOutput = (lastOutput + bytes.toString()).slice(-300)));
  return new Promise((resolve) => {
    child.on('error', () => resolve(missingText(name)));
    child.on('close', (code, signal) => resolve(lastOutput.trim() || `${name} has ended: ${code ?? signal}`));
  });
}

function writeTo(stream: Writable, failed: (reason: string) => void): Pick<OpenPageOutput, 'write'> {
  let hasFailed = false;
  const fail = (reason: string): void => {
    if (!hasFailed) failed(reason);
    hasFailed = true;
  };
  stream.on('error', ({ message }) => fail(message));
  return {
    write(samples) {
      if (hasFailed || stream.destroyed) return;
      if (stream.writableLength > BACKLOG_MAX_BYTES) return fail('the sound card takes no samples');
      stream.write(bytesOf(samples));
    },
  };
}
