import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PLAYER_CHANNELS, type PlayerChannel } from '@belfry/schemas/domain/player';
import { until } from '../until.ts';
import { PAGE_FORMAT, startRecorder, type Recorder } from './recorder.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../device-firmware-sim/src/device.ts');

export type HostDeviceProcess = {
  folder: string;
  recorder: (channel: PlayerChannel) => Recorder;
  /** What is heard of live pages. */
  pageRecorder: Recorder;
  /** What it has written. */
  output: () => string;
  /** Starts it with these options beside those for its folder and its recorded players; resolves when it is connected. */
  start: (...options: string[]) => Promise<void>;
  /** Starts it where there is no server to connect to. */
  startOffline: () => void;
  /** Ends it by SIGTERM. @returns its exit code */
  end: () => Promise<number | null>;
  /** Ends it by SIGKILL. */
  kill: () => Promise<void>;
  close: () => Promise<void>;
};

/** The device of `npm run device` as a process, whose three MPDs are recorded, and live pages. */
export async function prepareHostDevice(serial: string, apiUrl: string, mqttUrl: string): Promise<HostDeviceProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-device-'));
  const recorders = new Map<PlayerChannel, Recorder>();
  for (const channel of PLAYER_CHANNELS) recorders.set(channel, await startRecorder(join(folder, `${channel}.fifo`)));
  const pageRecorder = await startRecorder(join(folder, 'page.fifo'), PAGE_FORMAT);
  const fixed = ['--serial', serial, '--api', apiUrl, '--mqtt', mqttUrl, '--data', join(folder, 'data')];
  const sound = ['--output', 'fifo', '--sound-device', folder];
  let child: ReturnType<typeof spawn> | null = null;
  let written = '';
  let exited = Promise.resolve<number | null>(0);

  async function endBy(signal: NodeJS.Signals): Promise<number | null> {
    child?.kill(signal);
    return exited;
  }

  function launch(options: readonly string[]): void {
    written = '';
    const started = spawn(process.execPath, [PROGRAM, ...fixed, ...sound, ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (bytes: Buffer) => (written += bytes.toString()));
    exited = new Promise((resolveExit) => void started.on('exit', (code) => resolveExit(code)));
  }

  return {
    folder,
    recorder(channel) {
      const recorder = recorders.get(channel);
      if (!recorder) throw new Error(`no recorder of ${channel}`);
      return recorder;
    },
    pageRecorder,
    output: () => written,
    startOffline() {
      launch([]);
    },
    async start(...options) {
      launch(options);
      await until(
        'connected',
        () => written,
        (text) => text.includes('connected to'),
      );
    },
    end: () => endBy('SIGTERM'),
    async kill() {
      await endBy('SIGKILL');
    },
    async close() {
      await endBy('SIGTERM');
      for (const recorder of recorders.values()) recorder.stop();
      pageRecorder.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
