import type { DesiredConfig } from '@belfry/schemas/domain/configuration';
import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { ownTimers, skewedClock, systemClock } from './clock.ts';
import { createCommandRunner } from './command-runner.ts';
import { createConfiguration } from './configuration.ts';
import { createConnection } from './connection.ts';
import { newCounters } from './counters.ts';
import type { Device, DeviceOptions } from './device-types.ts';
import { startDuties } from './duties.ts';
import { factoryMemory, volatileFlash } from './flash.ts';
import { createInbox } from './inbox.ts';
import { currentLoad } from './load.ts';
import { createSensors } from './metrics.ts';
import { createNight } from './night.ts';
import { createOutbox } from './outbox.ts';
import type { DeviceParts } from './parts.ts';
import { createPlayers } from './players.ts';
import { createPower } from './power.ts';
import { createPublisher } from './publisher.ts';
import { createRandom } from './random.ts';
import { memberWithSerial } from './roster.ts';
import { DEFAULT_PATIENCE_MS, createUplink } from './uplink.ts';
import { createSurroundings } from './wifi.ts';

export type { Device, DeviceOptions } from './device-types.ts';

/** Between saying which network it joins, and losing the connection over it. */
const REJOIN_MS = 500;
/** How long a flaky device stays connected between two mishaps. */
const MISHAP_MS = { soonest: 60_000, latest: 600_000 };

/** Starts the life of one device: it connects, comes back after every loss, and does all of the MQTT contract. */
export function startDevice(options: DeviceOptions): Device {
  const { serial, mqttUrl, intervalMs = 5_000, positionMs = 5_000, speed = 1 } = options;
  const { patienceMs: firstPatienceMs = DEFAULT_PATIENCE_MS } = options;
  const member = options.member ?? memberWithSerial(serial);
  const { character } = member;
  const timers = ownTimers(options.clock ?? systemClock);
  const clock = skewedClock(timers, character.skewMs);
  const random = options.random ?? createRandom(serial);
  const counters = options.counters ?? newCounters();
  const flash = options.flash ?? volatileFlash(factoryMemory(member, clock.now()));
  if (options.deviceKey !== undefined) flash.memory.device_key = options.deviceKey;

  let status: Exclude<DeviceStatus, 'offline'> = 'online';
  let sessions = 0;
  let endMishaps = (): void => {};

  const publisher = createPublisher({ member, flash, clock, counters });
  const outbox = createOutbox<ResponseMessage>(publisher.response);
  const configuration = createConfiguration(flash, publisher.configuration);
  const { settings } = configuration;
  const players = createPlayers({
    clock,
    random: random.fork('players'),
    character,
    settings,
    positionMs,
    publish: publisher.player,
  });
  const bootedAt = (): number => flash.memory.booted_at;
  const sensors = createSensors({ clock, random: random.fork('sensors'), character, bootedAt });
  const uplink = createUplink({
    journal: flash.journal,
    clock,
    counters,
    firstPatienceMs,
    send: publisher.metrics,
  });
  const parts: DeviceParts = {
    member,
    clock,
    random: random.fork('commands'),
    flash,
    configuration,
    players,
    sensors,
    surroundings: createSurroundings(random.fork('wifi')),
    speed,
    working: () => commands.working(),
    setStatus,
    restart,
  };
  const commands = createCommandRunner({ parts, counters, respond: (message) => outbox.add(message) });
  const version = (): string => flash.memory.device_version;
  const night = createNight({ clock, random, settings, version, run: commands.runByItself });
  const acknowledged = uplink.acknowledged;
  const inbox = createInbox({ serial, counters, acknowledged, configured, commanded: commands.receive });
  const connection = createConnection({
    url: mqttUrl,
    ca: options.ca,
    serial,
    clock,
    random: random.fork('connection'),
    key: () => flash.memory.device_key,
    will: publisher.will,
    subscriptions: inbox.subscriptions,
    connected,
    disconnected,
    refused: () => options.refused?.(),
    message: (topic, payload) => inbox.receive(topic, payload),
  });
  publisher.useConnection(connection);

  /** A session begins: first who and how we are, then what nobody has taken from us yet. */
  function connected(): void {
    counters.connected++;
    if (sessions++ > 0) counters.reconnects++;
    publisher.status(status);
    configuration.report();
    players.reportAll();
    outbox.connected();
    uplink.connected();
    if (character.flaky) endMishaps = clock.after(random.between(MISHAP_MS.soonest, MISHAP_MS.latest), connection.drop);
    power.connected();
    options.connected?.();
  }

  function disconnected(): void {
    counters.connected--;
    endMishaps();
    uplink.disconnected();
  }

  function configured(desired: DesiredConfig): void {
    const before = configuration.accept(desired);
    if (!before) return;
    players.configure(before);
    const { wifi_login, wifi_pass } = settings();
    const moves = wifi_login !== before.wifi_login || wifi_pass !== before.wifi_pass;
    if (moves) clock.after(REJOIN_MS, connection.drop);
  }

  function setStatus(next: Exclude<DeviceStatus, 'offline'>): void {
    if (next === status) return;
    status = next;
    publisher.status(status);
  }

  function measure(): number {
    const seq = flash.keep(sensors.read(currentLoad(parts)));
    uplink.added();
    return seq;
  }

  async function restart(downMs: number): Promise<void> {
    status = 'online';
    await power.restart(downMs);
  }

  function tick(): void {
    players.tick();
    uplink.tick();
    night.tick();
  }

  const duties = startDuties({ clock, random, intervalMs, tick, measure });
  const power = createPower({ clock, flash, publisher, connection, players, sensors, duties });
  players.start();
  connection.open();

  return {
    serial,
    member,
    flash,
    get isConnected() {
      return connection.isUp;
    },
    status: () => (connection.isUp ? status : 'offline'),
    player: players.status,
    tryKey: connection.hurry,
    measure,
    drop: connection.drop,
    kill() {
      power.cut();
      timers.cancelAll();
    },
    async stop() {
      await power.off();
      timers.cancelAll();
    },
  };
}
