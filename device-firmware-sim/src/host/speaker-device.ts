import { destinationsOf, hostOfHealth, type SpeakerTransport } from '@belfry/schemas/domain/network-speakers';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Serial } from '@belfry/schemas/domain/serial';
import { startDevice, type Device, type DeviceOptions } from '../device/device.ts';
import { repeat, type Clock } from '../hardware/clock.ts';
import { factoryMemory, type Flash, type Memory } from '../hardware/flash.ts';
import { checkRoute } from '../rtp/check-route.ts';
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
  sender: RtpSender;
  log: (line: string) => void;
  ask?: AskSpeaker;
  /** The broker does not admit it: it may have got another sender. */
  refused: () => void;
};

export type SpeakerDevice = { device: Device; stop: () => Promise<void> };

/** Runs one network speaker: a device in everything, whose sound is sent. While it cannot be reached, it is not connected. */
export function startSpeakerDevice({ serial, transport }: CarriedSpeaker, parts: SenderParts): SpeakerDevice {
  const { clock, version, host: senderHost, log } = parts;
  const identity = {
    ...senderHost.identity,
    hostname: `network speaker of ${senderHost.identity.hostname}`,
    ip: (transport.health && hostOfHealth(transport.health)) ?? transport.address,
    mac: '',
    model: 'Network speaker',
  };
  const profile = hostProfile(serial, '', identity, version);
  const flash = parts.flashOf(serial, () => factoryMemory(profile, clock.now()));
  flash.memory.device_version = version;
  flash.memory.device_key = parts.key();
  const rtp = createRtpOutput({ ...parts, serial, transport, allowed: parts.rtpAllow });
  const output = withStations(rtp.output, resolveForMany);
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
    pageOutput: rtp.pageOutput,
    finishedAs: reasonText('sent'),
    intervalMs: METRICS_MS,
  });
  let told: string | null = null;
  function changed(): void {
    const now = problem();
    if (now === told) return;
    log(`${serial}: ${now ?? 'can be reached again'}`);
    if ((now === null) !== (told === null)) void device.setOnline(now === null);
    told = now;
  }

  async function check(): Promise<void> {
    const problems = await Promise.all(destinationsOf(transport).map((to) => checkRoute(to, parts.rtpInterface)));
    state.route = problems.find((each) => each !== null) ?? null;
    changed();
  }

  const cancels = [
    repeat(
      clock,
      () => ROUTE_CHECK_MS,
      () => void check(),
    ),
  ];
  if (transport.health) {
    const { kind, address } = transport.health;
    const watched = (isThere: boolean): void => {
      state.health = isThere ? null : `the loudspeaker does not answer (${kind} ${address})`;
      changed();
    };
    cancels.push(
      watchHealth({ health: transport.health, clock, changed: watched, ...(parts.ask && { ask: parts.ask }) }),
    );
  }
  void check();
  return {
    device,
    async stop() {
      for (const cancel of cancels) cancel();
      await device.stop();
      rtp.close();
    },
  };
}
