import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { inspectProcess } from '@belfry/infra/local/processes/inspect-process';

export interface Launcher {
  process: ChildProcess;
  /** The lines of its output. */
  lines: string[];
  /** Resolves with the console's URL; rejects with the output when the launcher ends before. */
  ready: Promise<string>;
  /** Sends a signal and waits for the exit. @returns the exit code, null after a signal. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const START = resolve(import.meta.dirname, '../../../infra/local/start.js');
/** Most tests start with an empty database. */
const SAMPLE_OFF = { SAMPLE_ORGANISATION: 'off' };
const ANY_PORTS = { HTTP_PORT: '0', MQTT_PORT: '0', MQTT_WS_PORT: '0', BROKER_HTTP_PORT: '0', INTERNAL_PORT: '0' };

/**
 * Starts Belfry as `npm start` does, on free ports unless `env` says otherwise.
 * @param launchPrefix a command that becomes the launcher's by `exec`, such as one that mounts something first.
 */
export function startLauncher(
  dataDir: string,
  env: Record<string, string> = {},
  launchPrefix: readonly string[] = [],
): Launcher {
  const [command, ...args] = [...launchPrefix, process.execPath, START];
  const child = spawn(command, args, {
    env: {
      ...process.env,
      DATABASE_URL: '',
      MQTT_URL: '',
      ...ANY_PORTS,
      DATA_DIR: dataDir,
      SIM_DEVICES: '3',
      ...SAMPLE_OFF,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const ready = Promise.withResolvers<string>();
  ready.promise.catch(() => {});
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      if (line.startsWith('ready ')) ready.resolve(line.slice('ready '.length));
    });
  }
  const ended = once(child, 'close') as Promise<[number | null]>;
  void ended.then(() => ready.reject(new Error(`the launcher ended:\n${lines.join('\n')}`)));
  return {
    process: child,
    lines,
    ready: ready.promise,
    async end(signal) {
      child.kill(signal);
      return (await ended)[0];
    },
  };
}

/** The running processes whose command line or environment contains this data folder, including the launcher. */
export function processesOf(dataDir: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && inspectProcess(pid)?.zombie === false)
    .map((pid) => ({ pid, command: read(pid, 'cmdline') }))
    .filter(({ pid, command }) => command.includes(dataDir) || read(pid, 'environ').includes(dataDir));
}

function read(pid: number, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    // The process has ended in the meantime.
    return '';
  }
}
