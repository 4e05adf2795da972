import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from '../until.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../device-firmware-sim/src/device.ts');

export type UnpairedDevice = {
  folder: string;
  /** Starts the program in its folder, which is empty at first. */
  start: () => void;
  /** The code that it has written. */
  code: () => Promise<string>;
  written: () => string;
  /** Ends it by SIGTERM. */
  end: () => Promise<void>;
  /** Ends it and deletes its folder. */
  close: () => Promise<void>;
};

/** The program of a device without a serial number as a process, with simulated players. @param more its options and environment */
export function prepareUnpairedDevice(
  apiUrl: string,
  more: { options?: string[]; env?: Record<string, string> } = {},
): UnpairedDevice {
  const env = { ...process.env, ...more.env };
  const folder = mkdtempSync(join(tmpdir(), 'belfry-unpaired-'));
  const options = [
    '--api',
    apiUrl,
    '--data',
    folder,
    '--players',
    'simulated',
    '--language',
    'de',
    ...(more.options ?? []),
  ];
  let written = '';
  let end = async (): Promise<void> => {};
  return {
    folder,
    start() {
      written = '';
      const child = spawn(process.execPath, [PROGRAM, ...options], { stdio: ['ignore', 'ignore', 'pipe'], env });
      child.stderr.on('data', (bytes: Buffer) => (written += bytes.toString()));
      const exited = new Promise((resolveExit) => void child.on('exit', resolveExit));
      end = async () => {
        child.kill('SIGTERM');
        await exited;
      };
    },
    async code() {
      const match = await until('the device shows a code', () => /code (\w{3}-\w{3}):/.exec(written));
      return match?.[1] ?? '';
    },
    written: () => written,
    end: () => end(),
    async close() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
