import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Serial } from '@belfry/schemas/domain/serial';
import { renderUnicodeCompact } from 'uqr';
import type { PairedDevice } from '@belfry/schemas/http/device-ownership/pairing';
import manifest from '../../package.json' with { type: 'json' };
import { createDiskCache } from '../audio-cache/disk-cache.ts';
import { shareCache } from '../audio-cache/shared-cache.ts';
import { startDevice, type Device } from '../device/device.ts';
import { noOutputs, type OutputDriver } from '../device/outputs.ts';
import { createApiClient } from '../fleet/api-client.ts';
import { RE_ENROLMENT_DELAY_MS, startEnrolment, storeKey, type EnrolmentDeps } from '../fleet/enrolment.ts';
import { openStorage } from '../fleet/storage.ts';
import { systemClock, type Clock } from '../hardware/clock.ts';
import { factoryMemory, type Flash } from '../hardware/flash.ts';
import { createRandom } from '../hardware/random.ts';
import { fetchThroughProxy, proxyAgent } from '../lib/proxy.ts';
import { openPageStream } from '../live-pages/page-stream.ts';
import { createPipedOutput } from '../live-pages/piped-output.ts';
import type { Ear } from '../playback/ear.ts';
import { audioDownload } from '../playback/server-access.ts';
import { startSenderProcess } from '../rtp/sender-process.ts';
import { createAudioServer } from '../home-assistant/audio-server.ts';
import { connectHomeAssistant } from '../home-assistant/client.ts';
import { brokerBeside, type HostRun } from './config.ts';
import { createHost, type Host } from './host.ts';
import { createHostEar } from './ear.ts';
import { createGpioOutputs } from './gpio.ts';
import { createHostPlayers } from './host-players.ts';
import { diagnoseHost, hearPlayers, servicesOf } from './self-test.ts';
import { readIdentity, rebootMachine, UNKNOWN } from './machine.ts';
import { checkServer, tellReachability } from './reachability.ts';
import { createNetworkSpeakers } from './network-speakers.ts';
import { keepPaired, readPaired } from './paired.ts';
import { createPairingApi, pairDevice, pairingLines, type PairingNews } from './pairing.ts';
import { openPairingVoice } from './pairing-voice.ts';
import { hostProfile } from './profile.ts';
import { createLeadInSound, startSound, storeTone } from './sound.ts';

/** At this speed the waits of simulated commands take no time. */
const COMMAND_SPEED = 1_000;
const { version: VERSION } = manifest;

type HostDevice = {
  /** Null until it has a key. */
  device(): Device | null;
  /** The network speakers that it carries. */
  speakers(): Serial[];
  stop(): Promise<void>;
};

type Machine = {
  clock: Clock;
  identity: ReturnType<typeof readIdentity>;
  output: Awaited<ReturnType<typeof startSound>>;
  toneOf: (name: string) => string;
  ear: Ear | null;
  outputs: OutputDriver;
};

/** A device that has a serial number, of its own or by pairing. */
type KnownRun = HostRun & { serial: Serial; brokers: Brokers };
/** The ways to the broker, the best first. */
type Brokers = readonly [string, ...string[]];

/**
 * Runs the device on this machine until it is stopped. It fetches its key once with its pass, or, without a serial number, is added by a code in
 * the console; then it connects.
 */
export async function startHostDevice(run: HostRun, log: (line: string) => void): Promise<HostDevice> {
  await fetchThroughProxy(run.apiUrl);
  void checkServer(run.apiUrl).then((problem) => problem !== null && log(`${run.apiUrl}: ${problem}`));
  const { serial } = run;
  if (serial !== undefined)
    return startKnown({ ...run, serial, brokers: brokersOf(run, brokerBeside(run.apiUrl)) }, null, log);
  const paired = readPaired(run.folder);
  return paired ? startPaired(run, paired, log) : startUnpaired(run, log);
}

const brokersOf = ({ mqttUrl }: HostRun, known: Brokers): Brokers => (mqttUrl === undefined ? known : [mqttUrl]);

function startPaired(run: HostRun, paired: PairedDevice, log: (line: string) => void): Promise<HostDevice> {
  // A server behind a proxy that has not been told its address for WebSockets names its own port.
  const [, beside] = brokerBeside(run.apiUrl);
  const ways = new Set([paired.mqtt_ws_url, ...(beside.startsWith('wss:') ? [beside] : [])]);
  const brokers = brokersOf(run, [paired.mqtt_url, ...ways]);
  return startKnown({ ...run, serial: paired.serial, brokers }, paired.device_key, log);
}

function startUnpaired(run: HostRun, log: (line: string) => void): HostDevice {
  const abort = new AbortController();
  let running: HostDevice | null = null;
  let voice: Awaited<ReturnType<typeof openPairingVoice>> | null = null;
  async function pairAndStart(): Promise<void> {
    voice = await openPairingVoice(run, log);
    const { model, hostname } = readIdentity();
    const told = {
      model: model === UNKNOWN ? undefined : model.slice(0, TOLD_MAX),
      hostname: hostname.slice(0, TOLD_MAX),
    };
    const identity = { ...told, device_version: VERSION, language: run.language };
    const api = createPairingApi(run.apiUrl);
    const { play } = voice;
    const tell = (news: PairingNews): void => {
      pairingLines(news).forEach(log);
      if (news.kind === 'code') renderUnicodeCompact(news.pairing.verification_uri_complete).split('\n').forEach(log);
    };
    const paired = await pairDevice({ api, clock: systemClock, identity, tell, play, signal: abort.signal });
    if (!paired) return;
    await keepPaired(run.folder, paired, log);
    await voice.close();
    log(`added to the console as ${paired.serial}`);
    running = await startPaired(run, paired, log);
  }
  const started = pairAndStart();
  // The service starts it again.
  started.catch((error: unknown) => {
    log(`it cannot be added: ${(error as Error).message}`);
    process.exitCode = 1;
    void voice?.close();
  });
  return {
    device: () => running?.device() ?? null,
    speakers: () => running?.speakers() ?? [],
    async stop() {
      abort.abort();
      await (running ? running.stop() : voice?.close());
    },
  };
}

/** The length of the texts that the api takes. */
const TOLD_MAX = 100;

/** Connects with its key. @param pairedKey the key of a device that was paired; null: it fetches its own */
async function startKnown(run: KnownRun, pairedKey: string | null, log: (line: string) => void): Promise<HostDevice> {
  const clock = systemClock;
  mkdirSync(run.folder, { recursive: true, mode: 0o700 });
  const storage = openStorage(run.folder, clock, log);
  const identity = readIdentity();
  const profile = hostProfile(run.serial, run.pass ?? '', identity, VERSION);
  const flash = storage.flashOf(run.serial, () => factoryMemory(profile, clock.now()));
  flash.memory.device_version = VERSION;
  if (pairedKey !== null && flash.memory.device_key === null) storeKey(flash, pairedKey, null);
  const diskAudio = diskCache(run, flash, clock);
  const joinCache = shareCache(diskAudio);
  const toneOf = (name: string): string => join(run.folder, 'tones', name);
  const pathOf = (sha256: string): string => diskAudio.pathOf(sha256) ?? toneOf(sha256);
  const ear = earOf(run, clock);
  const output = await startSound({ run, clock, pathOf, log, voiceTap: ear?.tap });
  const pageDevice = run.pageOutput === 'fifo' ? join(run.soundDevice ?? run.folder, 'page.fifo') : run.soundDevice;
  const pageOutput = createPipedOutput({ kind: run.pageOutput, device: pageDevice, clock });
  if (pageOutput.unavailable !== null) log(pageOutput.unavailable);
  const gpio = createGpioOutputs(run.gpioOutputs);
  const host = hostOf(run, { clock, identity, output, toneOf, ear, outputs: gpio ?? noOutputs });
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

  const [mqttUrl, ...otherMqttUrls] = run.brokers;
  const connection = {
    mqttUrl,
    otherMqttUrls,
    agentFor: proxyAgent,
    ca: run.ca,
    apiUrl: run.apiUrl,
    openPageStream,
    leadInSound: createLeadInSound(toneOf),
    speed: COMMAND_SPEED,
  };
  const home = run.homeAssistant && {
    homeAssistant: connectHomeAssistant(run.homeAssistant.url, run.homeAssistant.token, clock),
    audio: createAudioServer(clock),
  };
  const speakers = createNetworkSpeakers({
    ...connection,
    serial: run.serial,
    clock,
    version: VERSION,
    host,
    key: () => flash.memory.device_key,
    flashOf: storage.flashOf,
    pathOf,
    tone: () => storeTone(toneOf),
    shareCache: joinCache,
    rtpInterface: run.rtpInterface,
    rtpAllow: run.rtpAllow,
    homeAssistant: home,
    startSender: () => startSenderProcess({ clock, multicastInterface: run.rtpInterface, log }),
    log,
  });

  const broker = tellReachability(() => device?.connection.url ?? mqttUrl, clock, log);
  function start(): void {
    broker.waiting();
    device = startDevice({
      serial: run.serial,
      profile,
      flash,
      host,
      output,
      pageOutput,
      ...connection,
      audioCache: joinCache().cache,
      intervalMs: run.intervalMs,
      speakersAnnounced: speakers.refresh,
      connected() {
        broker.connected();
        speakers.refresh();
      },
      unreachable: broker.failed,
      hasTwin: () => log('another device with the same key is connected: enrol this one again'),
      refused() {
        log('the broker refuses the key of this device');
        speakers.refused();
        if (pairedKey !== null) log(`to add it again by a code, delete ${run.folder} and restart it`);
        if (run.pass !== undefined) clock.after(RE_ENROLMENT_DELAY_MS, () => enrolment.request([profile]));
      },
    });
  }

  if (flash.memory.device_key === null) enrolment.request([profile]);
  else start();
  return {
    device: () => device,
    speakers: speakers.serials,
    async stop() {
      enrolment.stop();
      await speakers.close();
      home?.homeAssistant.close();
      home?.audio.close();
      await device?.stop();
      await output.close();
      gpio?.close();
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

function hostOf(run: KnownRun, { clock, identity, output, toneOf, ear, outputs }: Machine): Host {
  const { serial, folder, allowReboot, microphone } = run;
  const sound = { serial, clock, output, fileOf: toneOf, microphone };
  const host: Host = createHost({
    clock,
    identity,
    folder,
    allowReboot,
    players: createHostPlayers(output, () => storeTone(toneOf)),
    services: () => servicesOf(output, clock),
    diagnose: () => diagnoseHost({ ...sound, sensors: host.sensors }),
    testSound: async (level) => (await hearPlayers(sound, level)).map(({ detail: _detail, ...heard }) => heard),
    ear,
    outputs,
    reboot: rebootMachine,
  });
  return host;
}

function diskCache({ serial, apiUrl, folder }: KnownRun, flash: Flash, clock: Clock) {
  const random = createRandom(serial).fork('downloads');
  const download = audioDownload({ serial, flash, clock, random, apiUrl });
  return createDiskCache({ folder: join(folder, 'audio'), download });
}

function enrolmentOf(
  { apiUrl, serial }: KnownRun,
  options: Pick<EnrolmentDeps, 'clock' | 'log' | 'needsKey' | 'enrolled'>,
) {
  return startEnrolment({
    api: createApiClient(apiUrl, undefined),
    random: createRandom(serial).fork('enrolment'),
    canReset: () => false,
    ...options,
  });
}
