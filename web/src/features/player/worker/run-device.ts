import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { factoryMemory } from '@belfry/device-firmware-sim/hardware/flash';
import { createRandom } from '@belfry/device-firmware-sim/hardware/random';
import type { Receipt } from '@belfry/device-firmware-sim/hardware/receipt-journal';
import { hostProfile } from '@belfry/device-firmware-sim/host/profile';
import { audioDownload } from '@belfry/device-firmware-sim/playback/server-access';
import { chirp } from '@belfry/device-firmware-sim/sound/chirp';
import { formatWav } from '@belfry/device-firmware-sim/sound/pcm';
import type { PairedDevice } from '@belfry/schemas/http/device-ownership/pairing';
import type { Browser, SoundCall, StorageState, ToPage } from '../messages.ts';
import { createBrowserHost, identityOf } from './browser-host.ts';
import { openPageStream } from './page-stream.ts';
import { createRemoteOutput, createRemotePageOutput, type RemoteOutput } from './remote-output.ts';
import type { ServerClock } from './server-clock.ts';
import { audioQuota, type Store } from './store.ts';
import { openAudioCache } from './stored-audio.ts';
import { openFlash } from './stored-flash.ts';

/** At this speed the waits of simulated commands take no time. */
const COMMAND_SPEED = 1_000;
const METRICS_MS = 15_000;
const TONE = { name: 'test-tone', title: 'Test tone', seconds: 3 };

type Events = {
  connected: () => void;
  refused: () => void;
  hasTwin: () => void;
  reported: (receipt: Receipt) => void;
  /** Something could not be stored. */
  full: () => void;
};

export type RunDeps = {
  paired: PairedDevice;
  store: Store;
  time: ServerClock;
  browser: Browser;
  version: string;
  call: (call: SoundCall) => Promise<void>;
  send: (message: ToPage, transfer?: Transferable[]) => void;
  isSoundOn: () => boolean;
  storage: () => StorageState;
  /** Lets the page flash, or ends that. */
  flash: (isOn: boolean) => void;
  events: Events;
};

export type RunningDevice = { device: Device; output: RemoteOutput };

/** Runs the reference device on the ports of this browser. */
export async function runDevice(deps: RunDeps): Promise<RunningDevice> {
  const { paired, store, time, browser, version, call, send, events } = deps;
  const { serial, device_key: deviceKey, mqtt_ws_url: mqttUrl } = paired;
  const { clock, aheadMs } = time;
  // The page has come from there; another name of the server would be another origin.
  const apiUrl = location.origin;
  const profile = hostProfile(serial, '', identityOf(browser), version);
  const flash = await openFlash({
    store,
    serial,
    factory: () => factoryMemory(profile, clock.now()),
    failed: events.full,
    reported: events.reported,
  });
  flash.memory.device_version = version;
  flash.memory.device_key = deviceKey;
  const random = createRandom(serial).fork('downloads');
  const audioCache = await openAudioCache({
    store,
    quotaBytes: await audioQuota(),
    download: audioDownload({ serial, flash, clock, random, apiUrl }),
    full: events.full,
  });
  const { name, title, seconds } = TONE;
  const readFile = async (sha256: string): Promise<Blob | null> =>
    sha256 === name ? toneFile() : store.readFile(sha256);
  const output = createRemoteOutput({ call, clock, readFile, aheadMs });
  const tone = { source: { sha256: name, duration_ms: seconds * 1_000 }, title, duration: seconds };
  const host = createBrowserHost({ ...deps, output, tone, startedAt: clock.monotonic() });
  const device = startDevice({
    serial,
    profile,
    flash,
    host,
    output,
    pageOutput: createRemotePageOutput({ call, aheadMs }, send),
    openPageStream,
    audioCache,
    apiUrl,
    mqttUrl,
    clock,
    intervalMs: METRICS_MS,
    speed: COMMAND_SPEED,
    connected: events.connected,
    refused: events.refused,
    hasTwin: events.hasTwin,
  });
  return { device, output };
}

const toneFile = (): Blob =>
  new Blob([formatWav(chirp({ rate: 44_100, fromHz: 440, toHz: 880, seconds: TONE.seconds }))], { type: 'audio/wav' });
