import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDiskCache } from '../audio-cache/audio-cache.ts';
import { startDevice, type Device } from '../device/device.ts';
import { createApiClient } from '../fleet/api-client.ts';
import { RE_ENROLMENT_DELAY_MS, startEnrolment, storeKey, type EnrolmentDeps } from '../fleet/enrolment.ts';
import { openStorage } from '../fleet/storage.ts';
import { systemClock, type Clock } from '../hardware/clock.ts';
import { factoryMemory, type Flash } from '../hardware/flash.ts';
import { createRandom } from '../hardware/random.ts';
import { createPipedOutput } from '../live-pages/piped-output.ts';
import type { Ear } from '../playback/ear.ts';
import { audioDownload } from '../playback/server-access.ts';
import type { HostRun } from './config.ts';
import { createHost, hostProfile, type Host } from './host.ts';
import { createHostEar } from './ear.ts';
import { createHostPlayers, startSound } from './host-players.ts';
import { diagnoseHost, hearPlayers, servicesOf } from './self-test.ts';
import { readIdentity } from './machine.ts';
import { rebootMachine } from './reboot.ts';

/** At this speed the waits of simulated commands take no time. */
const COMMAND_SPEED = 1_000;
const { version: VERSION } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};

type HostDevice = {
  /** Null until it has a key. */
  device(): Device | null;
  stop(): Promise<void>;
};

type Machine = {
  clock: Clock;
  identity: ReturnType<typeof readIdentity>;
  output: Awaited<ReturnType<typeof startSound>>;
  toneOf: (name: string) => string;
  ear: Ear | null;
};

/** Runs the device on this machine: fetches its key once, then connects. Runs until it is stopped. */
export async function startHostDevice(run: HostRun, log: (line: string) => void): Promise<HostDevice> {
  const clock = systemClock;
  mkdirSync(run.folder, { recursive: true, mode: 0o700 });
  const storage = openStorage(run.folder, clock, log);
  const identity = readIdentity();
  const profile = hostProfile(run.serial, run.pass ?? '', identity, VERSION);
  const flash = storage.flashOf(run.serial, () => factoryMemory(profile, clock.now()));
  flash.memory.device_version = VERSION;
  const audioCache = diskCache(run, flash, clock);
  const toneOf = (name: string): string => join(run.folder, 'tones', name);
  const pathOf = (sha256: string): string => audioCache.pathOf(sha256) ?? toneOf(sha256);
  const ear = earOf(run, clock);
  const output = await startSound({ run, clock, pathOf, log, voiceTap: ear?.tap });
  const pageDevice = run.pageOutput === 'fifo' ? join(run.soundDevice ?? run.folder, 'page.fifo') : run.soundDevice;
  const pageOutput = createPipedOutput({ kind: run.pageOutput, device: pageDevice, clock });
  if (pageOutput.unavailable !== null) log(pageOutput.unavailable);
  const host = hostOf(run, { clock, identity, output, toneOf, ear });
  let device: Device | null = null;
  const enrolment = enrolmentOf(run, {
    clock,
    log,
    needsKey: () => !device?.isConnected,
    enrolled(_profile, key) {
      storeKey(flash, key, device);
      if (device) device.reconnect();
      else start();
    },
  });

  function start(): void {
    device = startDevice({
      serial: run.serial,
      profile,
      flash,
      host,
      output,
      pageOutput,
      audioCache,
      apiUrl: run.apiUrl,
      mqttUrl: run.mqttUrl,
      ca: run.ca,
      intervalMs: run.intervalMs,
      speed: COMMAND_SPEED,
      connected: () => log(`connected to ${run.mqttUrl}`),
      hasTwin: () => log('another device with the same key is connected: enrol this one again'),
      refused() {
        log('the broker refuses the key of this device');
        if (run.pass !== undefined) clock.after(RE_ENROLMENT_DELAY_MS, () => enrolment.request([profile]));
      },
    });
  }

  if (flash.memory.device_key === null) enrolment.request([profile]);
  else start();
  return {
    device: () => device,
    async stop() {
      enrolment.stop();
      await device?.stop();
      await output.close();
      storage.close();
    },
  };
}

/** The microphone, and the named pipe by which it learns what is played; null without both. */
function earOf({ microphone, players, folder }: HostRun, clock: Clock): (Ear & { tap: string }) | null {
  if (microphone === undefined || players === 'simulated') return null;
  const tap = join(folder, 'voice-tap.fifo');
  return { ...createHostEar({ microphone, tap, clock }), tap };
}

function hostOf(run: HostRun, { clock, identity, output, toneOf, ear }: Machine): Host {
  const { serial, folder, allowReboot, microphone } = run;
  const sound = { serial, clock, output, fileOf: toneOf, microphone };
  const host: Host = createHost({
    clock,
    identity,
    folder,
    allowReboot,
    players: createHostPlayers(output, toneOf),
    services: () => servicesOf(output, clock),
    diagnose: () => diagnoseHost({ ...sound, sensors: host.sensors }),
    testSound: async (level) => (await hearPlayers(sound, level)).map(({ detail: _detail, ...heard }) => heard),
    ear,
    reboot: rebootMachine,
  });
  return host;
}

function diskCache({ serial, apiUrl, folder }: HostRun, flash: Flash, clock: Clock) {
  const random = createRandom(serial).fork('downloads');
  const download = audioDownload({ serial, flash, clock, random, apiUrl });
  return createDiskCache({ folder: join(folder, 'audio'), download });
}

function enrolmentOf(
  { apiUrl, serial }: HostRun,
  options: Pick<EnrolmentDeps, 'clock' | 'log' | 'needsKey' | 'enrolled'>,
) {
  return startEnrolment({
    api: createApiClient(apiUrl, undefined),
    random: createRandom(serial).fork('enrolment'),
    canReset: () => false,
    ...options,
  });
}
