import type { DesiredConfig } from '@belfry/schemas/domain/configuration';
import { createSharedDownloads } from '../audio-cache/audio-cache.ts';
import { createCommandRunner, type CommandRunner } from '../commands/command-runner.ts';
import { createFirmware } from '../firmware/firmware.ts';
import { recoverInstallation } from '../firmware/install-archive.ts';
import { profileWithSerial, type DeviceProfile } from '../fleet/device-profiles.ts';
import { ownTimers, skewedClock, systemClock, type Clock } from '../hardware/clock.ts';
import { factoryMemory, volatileFlash, type Flash } from '../hardware/flash.ts';
import { simulatedNetworkTime } from '../hardware/network-time.ts';
import { createRandom } from '../hardware/random.ts';
import { createSensors, currentLoad } from '../hardware/sensors.ts';
import { createWifiEnvironment } from '../hardware/wifi.ts';
import { settleReboot } from '../host/reboot.ts';
import { createSimulatedOutput, type AudioOutput } from '../playback/audio-output.ts';
import { withStations, type ResolveStation } from '../stations/with-stations.ts';
import { simulatedEar } from '../playback/ear.ts';
import { createPlayback } from '../playback/playback.ts';
import { createPlayers } from '../players/players.ts';
import { createSilentPageOutput } from '../live-pages/page-output.ts';
import { createPageTransport } from '../live-pages/page-transport.ts';
import { createConfiguration, createNetworkChange, isSameNetwork } from './configuration.ts';
import { createConnection, type ConnectionListener } from './connection.ts';
import { newCounters } from './counters.ts';
import { createInputs } from './inputs.ts';
import { createJournals } from './journals.ts';
import { createMessageReceiver, createPublisher } from './messages.ts';
import { startPeriodicTasks } from './periodic-tasks.ts';
import { createOutputs, simulatedOutputs } from './outputs.ts';
import { createPower } from './power.ts';
import { createResponses } from './responses.ts';
import type { Device, DeviceOptions, Work } from './types.ts';

export type { Device, DeviceOptions } from './types.ts';

const FAILURE_INTERVAL_MS = { shortest: 60_000, longest: 600_000 };

export function startDevice(options: DeviceOptions): Device {
  const timers = ownTimers(options.clock ?? systemClock);
  const { publisher, ...parts } = createParts(options, timers);
  const { connection, firmware, flash, metrics, playback, players, power, sensors } = parts;
  const device: Device = {
    ...parts,
    setStatus: power.status.set,
    restart: power.restart,
    tryRestart: power.tryRestart,
    setProblem: power.setProblem,
    get isConnected() {
      return connection.isUp;
    },
    status: () => (connection.isUp ? power.status.current() : 'offline'),
    player: players.status,
    reconnect: connection.reconnectNow,
    erase: playback.erase,
    measure() {
      const seq = flash.append(sensors.read(currentLoad(parts)));
      metrics.added();
      return seq;
    },
    setInput: createInputs(parts),
    drop: connection.drop,
    kill() {
      power.kill();
      timers.cancelAll();
    },
    async stop() {
      await power.shutDown();
      timers.cancelAll();
    },
  };
  const commands = createCommandRunner(device);
  startPeriodicTasks(device, commands, options.intervalMs);
  const recovery = recoverInstallation(device);
  const listener = listenerOf(device, commands, options);
  connection.listen({
    ...listener,
    will: publisher.will,
    connected() {
      if (flash.memory.reached_broker !== connection.url) {
        flash.memory.reached_broker = connection.url;
        flash.changed();
      }
      listener.connected();
      recovery.connected();
      settleReboot(device);
      options.connected?.();
    },
    refused: () => options.refused?.(),
    hasTwin: () => options.hasTwin?.(),
    unreachable: (error) => options.unreachable?.(error),
  });
  playback.start();
  players.start();
  if (firmware.slots.starts()) connection.open();
  return device;
}

function listenerOf(
  device: Device,
  commands: CommandRunner,
  { speakersAnnounced }: DeviceOptions,
): Omit<ConnectionListener, 'will' | 'refused' | 'hasTwin' | 'unreachable'> {
  const { clock, configuration, connection, counters, metrics, pageTransport, playback, players, power } = device;
  const { inputs, outputs, profile, random, receipts, responses, serial } = device;
  const networkChange = createNetworkChange(device);
  let connections = 0;
  let cancelFailure = (): void => {};

  function configured(desired: DesiredConfig): void {
    const before = configuration.accept(desired);
    if (!before) return;
    players.configure(before);
    if (!isSameNetwork(configuration.settings(), before)) networkChange.join(before);
  }

  const receiver = createMessageReceiver({
    serial,
    counters,
    acknowledged: metrics.acknowledged,
    receiptsAcknowledged: receipts.acknowledged,
    inputsAcknowledged: inputs.acknowledged,
    programmeAnnounced: ({ sha256 }) => playback.programmeAnnounced(sha256),
    speakersAnnounced,
    configured,
    commanded: commands.receive,
    pageFrame: pageTransport.received,
  });
  return {
    subscriptions: receiver.subscriptions,
    message: receiver.receive,
    /** Publishes status, configuration and players first, then what was not delivered before. */
    connected() {
      counters.connected++;
      if (connections++ > 0) counters.reconnects++;
      if (power.leaves()) return;
      networkChange.connected();
      power.status.publish();
      configuration.report();
      players.reportAll();
      responses.connected();
      metrics.connected();
      receipts.connected();
      inputs.connected();
      outputs.connected();
      playback.connected();
      if (profile.behaviour.flaky) {
        const { shortest, longest } = FAILURE_INTERVAL_MS;
        cancelFailure = clock.after(random.between(shortest, longest), connection.drop);
      }
      power.connected();
    },
    disconnected() {
      counters.connected--;
      cancelFailure();
      metrics.disconnected();
      receipts.disconnected();
      inputs.disconnected();
      playback.disconnected();
    },
  };
}

/** Creates the mechanisms of a device, each of which uses only those above it. @param timers those of the device */
function createParts(options: DeviceOptions, timers: Clock) {
  const { serial, apiUrl, positionMs = 5_000, speed = 1 } = options;
  const host = options.host ?? null;
  const profile = options.profile ?? profileWithSerial(serial);
  const { behaviour } = profile;
  const clock = skewedClock(timers, behaviour.skewMs);
  const random = options.random ?? createRandom(serial);
  const counters = options.counters ?? newCounters();
  const flash = flashOf(options, profile, clock);
  const connection = createConnection({
    urls: [options.mqttUrl, ...(options.otherMqttUrls ?? [])],
    reachedBefore: flash.memory.reached_broker,
    ca: options.ca,
    agentFor: options.agentFor,
    serial,
    clock,
    random: random.fork('connection'),
    key: () => flash.memory.device_key,
  });
  const networkTime = host?.networkTime ?? simulatedNetworkTime(behaviour.skewMs);
  const pageOutput = options.pageOutput ?? createSilentPageOutput();
  const pageTransport = createPageTransport({ serial, flash, apiUrl, connection, openStream: options.openPageStream });
  const takesPages = pageOutput.unavailable === null;
  const ear = host ? host.ear : simulatedEar(profile, random.fork('ear'));
  const has = { takesPages, listens: ear !== null, measures: host?.measures ?? true };
  const publisher = createPublisher({ ...has, profile, flash, clock, counters, connection, networkTime });
  const configuration = createConfiguration(flash, publisher.configuration, host?.refusedSettings);
  const players = createPlayers({
    clock,
    random: random.fork('players'),
    behaviour,
    settings: configuration.settings,
    positionMs,
    publish: publisher.player,
  });
  const journals = createJournals({ ...options, flash, counters, publisher, clock });
  const playback = createPlayback({
    serial,
    clock,
    random: random.fork('playback'),
    flash,
    players,
    configuration,
    counters,
    networkTime,
    output: options.output ?? simulatedOutput(clock, options.resolveStation),
    ear,
    leadInSound: options.leadInSound,
    pageOutput,
    pageTransport,
    apiUrl,
    downloads: options.downloads ?? createSharedDownloads(),
    cache: options.audioCache,
    reportTracksMs: options.reportTracksMs,
    finishedAs: options.finishedAs,
    reported: journals.receipts.added,
  });
  const work: Work = { running: null };
  const bootedAt = (): number => flash.memory.booted_at;
  const sensors = host?.sensors ?? createSensors({ clock, random: random.fork('sensors'), behaviour, bootedAt });
  return {
    serial,
    profile,
    flash,
    clock,
    random,
    counters,
    connection,
    publisher,
    responses: createResponses({ clock, flash, publish: publisher.response }),
    configuration,
    players,
    playback,
    pageTransport,
    outputs: createOutputs({
      driver: host ? host.outputs : simulatedOutputs(behaviour.outputs),
      clock,
      publish: publisher.output,
    }),
    ...journals,
    sensors,
    wifi: createWifiEnvironment(random.fork('wifi')),
    host,
    firmware: createFirmware({
      serial,
      flash,
      clock,
      random: random.fork('firmware'),
      apiUrl,
      contents: options.contents,
    }),
    power: createPower({ clock, flash, publisher, connection, playback, players, sensors }),
    speed,
    work,
  };
}

const simulatedOutput = (clock: Clock, resolve: ResolveStation | undefined): AudioOutput =>
  resolve ? withStations(createSimulatedOutput(clock), resolve) : createSimulatedOutput(clock);

function flashOf({ flash: given, deviceKey, firmwareKey }: DeviceOptions, profile: DeviceProfile, clock: Clock): Flash {
  const flash = given ?? volatileFlash(factoryMemory(profile, clock.now()));
  if (deviceKey !== undefined) flash.memory.device_key = deviceKey;
  if (firmwareKey !== undefined) flash.memory.firmware_key = firmwareKey;
  return flash;
}
