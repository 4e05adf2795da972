import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mpdConfig, type SoundOutput } from './mpd-config.ts';
import { openMpdConnection } from './mpd-connection.ts';

const RESTART = { firstMs: 100, maxMs: 5_000 };
/** An MPD that ran this long has started successfully. */
const STARTED_AFTER_MS = 10_000;
const STOP_TIMEOUT_MS = 2_000;
/** The maximum of a unix socket's path on Linux, with its end. */
const SOCKET_PATH_MAX_BYTES = 107;

export type MpdProcess = {
  readonly socketPath: string;
  /** When the process that runs was started, in milliseconds since 1970; null while none runs. */
  startedAt(): number | null;
  stop(): Promise<void>;
};

type MpdProcessOptions = {
  folder: string;
  output: SoundOutput;
  mixes?: boolean;
  tap?: string | undefined;
  log: (line: string) => void;
};

/** Runs one MPD until it is stopped: starts it, and starts it again whenever it has ended. */
export async function startMpd({ folder, output, mixes = false, tap, log }: MpdProcessOptions): Promise<MpdProcess> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const socketPath = socketPathOf(folder);
  const configFile = join(folder, 'mpd.conf');
  writeFileSync(configFile, mpdConfig({ socketPath, output, mixes, tap }), { mode: 0o600 });
  await endPredecessor(socketPath);
  const ending = new AbortController();
  let child: ChildProcess | null = null;
  let startedAt: number | null = null;

  async function keepRunning(): Promise<void> {
    for (let failures = 0; !ending.signal.aborted;) {
      const before = performance.now();
      child = spawn('mpd', ['--no-daemon', '--stderr', configFile], {
        stdio: ['ignore', 'ignore', 'pipe'],
        // Ctrl+C in a terminal is for the device, which ends its players itself.
        detached: true,
      });
      startedAt = Date.now();
      const reason = await endOf(child);
      startedAt = null;
      if (ending.signal.aborted) return;
      failures = performance.now() - before > STARTED_AFTER_MS ? 0 : failures + 1;
      log(`mpd in ${folder} has ended and is started again: ${reason}`);
      const waitMs = Math.min(RESTART.maxMs, RESTART.firstMs * 2 ** failures);
      await delay(waitMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  }

  const done = keepRunning();
  return {
    socketPath,
    startedAt: () => startedAt,
    async stop() {
      ending.abort();
      child?.kill('SIGTERM');
      const killer = setTimeout(() => child?.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await done;
      clearTimeout(killer);
    },
  };
}

/** Resolves with the last lines of a process, or how it ended, when it has ended. */
function endOf(child: ChildProcess): Promise<string> {
  let lastOutput = '';
  child.stderr?.on('data', (bytes: Buffer) => (lastOutput = (lastOutput + bytes.toString()).slice(-500)));
  return new Promise((resolveEnd) => {
    child.on('error', ({ message }) => resolveEnd(message));
    child.on('close', (code, signal) => resolveEnd(lastOutput.trim() || `exit ${code ?? signal}`));
  });
}

/** An MPD of a device that was killed still holds the socket, and perhaps the sound card. */
async function endPredecessor(socketPath: string): Promise<void> {
  const connection = await openMpdConnection(socketPath).catch(() => null);
  if (!connection) return;
  // MPD ends without an answer.
  await connection.send('kill').catch(() => {});
  await connection.closed;
}

/** In the folder; where that path is too long for a socket, a short one that belongs to this folder alone. */
function socketPathOf(folder: string): string {
  const path = resolve(folder, 'mpd.sock');
  if (Buffer.byteLength(path) <= SOCKET_PATH_MAX_BYTES) return path;
  const short = join(tmpdir(), `belfry-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  return join(short, 'mpd.sock');
}

export const isMpdInstalled = (): boolean => spawnSync('mpd', ['--version'], { stdio: 'ignore' }).status === 0;
