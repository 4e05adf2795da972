import {
  destinationsOf,
  hostOfHealth,
  type RtpTransport,
  type SpeakerTransport,
} from '@belfry/schemas/domain/network-speakers';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Serial } from '@belfry/schemas/domain/serial';
import { startDevice, type Device, type DeviceOptions } from '../device/device.ts';
import { repeat, type Clock } from '../hardware/clock.ts';
import { factoryMemory, type Flash, type Memory } from '../hardware/flash.ts';
import { checkRoute } from '../rtp/check-route.ts';
import type { AudioServer } from '../home-assistant/audio-server.ts';
import type { HomeAssistant } from '../home-assistant/client.ts';
import { createMediaPlayerOutput } from '../home-assistant/media-player-output.ts';
import { createMissingPageOutput, type PageOutput } from '../live-pages/page-output.ts';
import { createSimulatedOutput, type AudioOutput } from '../playback/audio-output.ts';
import { createRtpOutput } from '../rtp/rtp-output.ts';
import type { RtpSender } from '../rtp/sender-process.ts';
import { resolveForMany } from '../stations/resolve-station.ts';
import { withStations } from '../stations/with-stations.ts';
import type { Track } from './host-players.ts';
import type { Host } from './host.ts';
import { hostProfile } from './profile.ts';
import { watchHealth, type AskSpeaker } from './speaker-health.ts';
import { createSpeakerHost } from './speaker-host.ts';

/** It has nothing to measure: what it publishes says that it is there. */
const METRICS_MS = 30_000;
const ROUTE_CHECK_MS = 10_000;

export type CarriedSpeaker = { serial: Serial; transport: SpeakerTransport };

/** What all speakers of a sender share with it. */
export type SenderParts = Pick<
  DeviceOptions,
  'mqttUrl' | 'otherMqttUrls' | 'agentFor' | 'ca' | 'apiUrl' | 'openPageStream' | 'audioCache' | 'leadInSound' | 'speed'
> & {
  clock: Clock;
  version: string;
  host: Host;
  key: () => string | null;
  flashOf: (serial: Serial, factory: () => Memory) => Flash;
  pathOf: (sha256: string) => string;
  tone: () => Track;
  rtpInterface: string | undefined;
  rtpAllow: string;
  sender: () => RtpSender;
  /** Null: it knows none. */
  homeAssistant: { homeAssistant: HomeAssistant; audio: AudioServer } | null;
  log: (line: string) => void;
  ask?: AskSpeaker;
  /** The broker does not admit it: it may have got another sender. */
  refused: () => void;
};

export type SpeakerDevice = { device: Device; stop: () => Promise<void> };

/** Runs one network speaker: a device in everything, whose sound is sent. While it cannot be reached, it is not connected. */
export function startSpeakerDevice({ serial, transport }: CarriedSpeaker, parts: SenderParts): SpeakerDevice {
  const { clock, version, host: senderHost, log } = parts;
  const sound =
    transport.kind === 'rtp' ? rtpSound(serial, transport, parts) : mediaPlayerSound(transport.entity, parts);
  const identity = {
    ...senderHost.identity,
    hostname: `network speaker of ${senderHost.identity.hostname}`,
    ip: sound.ip,
    mac: '',
    model: 'Network speaker',
  };
  const profile = hostProfile(serial, '', identity, version);
  const flash = parts.flashOf(serial, () => factoryMemory(profile, clock.now()));
  flash.memory.device_version = version;
  flash.memory.device_key = parts.key();
  const output = withStations(sound.output, resolveForMany);
  const state = { health: null as string | null, route: null as string | null };
  const problem = (): string | null => state.route ?? state.health;
  const host = createSpeakerHost({ clock, output, tone: parts.tone, sender: senderHost, identity, problem });
  const device = startDevice({
    ...parts,
    serial,
    profile,
    flash,
    host,
    output,
    pageOutput: sound.pageOutput,
    finishedAs: reasonText('sent'),
    intervalMs: METRICS_MS,
  });
  let told: string | null = null;
  function changed(): void {
    const now = problem();
    if (now === told) return;
    log(`${serial}: ${now ?? 'can be reached again'}`);
    void device.setProblem(now);
    told = now;
  }

  async function check(): Promise<void> {
    state.route = await sound.problem();
    changed();
  }

  const cancels = [
    repeat(
      clock,
      () => ROUTE_CHECK_MS,
      () => void check(),
    ),
  ];
  if (sound.health) {
    const { kind, address } = sound.health;
    const watched = (isThere: boolean): void => {
      state.health = isThere ? null : reasonText('speaker_silent', { error: `${kind} ${address}` });
      changed();
    };
    cancels.push(watchHealth({ health: sound.health, clock, changed: watched, ...(parts.ask && { ask: parts.ask }) }));
  }
  void check();
  return {
    device,
    async stop() {
      for (const cancel of cancels) cancel();
      await device.stop();
      sound.close();
    },
  };
}

type SpeakerSound = {
  output: AudioOutput;
  pageOutput: PageOutput;
  ip: string;
  health: RtpTransport['health'];
  /** Why it cannot be reached, shown to users; null where it can. */
  problem: () => Promise<string | null>;
  close: () => void;
};

function rtpSound(serial: Serial, transport: RtpTransport, parts: SenderParts): SpeakerSound {
  const { health, address } = transport;
  return {
    ...createRtpOutput({ ...parts, sender: parts.sender(), serial, transport, allowed: parts.rtpAllow }),
    ip: (health && hostOfHealth(health)) ?? address,
    health,
    async problem() {
      const problems = await Promise.all(destinationsOf(transport).map((to) => checkRoute(to, parts.rtpInterface)));
      return problems.find((each) => each !== null) ?? null;
    },
  };
}

const NO_HOME = 'its sender knows no Home Assistant (--home-assistant)';

function mediaPlayerSound(entity: string, { homeAssistant: home, clock, pathOf }: SenderParts): SpeakerSound {
  const pageOutput = createMissingPageOutput('a media player of Home Assistant plays no live pages');
  const common = { pageOutput, ip: '', health: undefined };
  if (!home)
    return {
      ...common,
      output: createSimulatedOutput(clock, () => true),
      problem: async () => NO_HOME,
      close: () => {},
    };
  const player = createMediaPlayerOutput({ ...home, entity, clock, pathOf });
  return { ...common, output: player.output, problem: async () => player.problem(), close: player.close };
}
