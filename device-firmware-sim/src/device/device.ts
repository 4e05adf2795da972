import { createCommandRunner, type CommandRunner } from '../commands/command-runner.ts';
import { currentLoad } from '../hardware/sensors.ts';
import { createComponents, type Components } from './components.ts';
import { createConnection, type Connection } from './messages/connection.ts';
import { createConnectionEvents } from './messages/connection-events.ts';
import { createContext } from './create-context.ts';
import type { Device, DeviceOptions } from './device-types.ts';
import { createMessageReceiver } from './messages/message-receiver.ts';
import { createNightlyTasks } from './settings/nightly-tasks.ts';
import { startPeriodicTasks } from './periodic-tasks.ts';
import { createPower } from './power.ts';
import { settleReboot } from '../host/reboot.ts';
import { recoverInstallation } from '../firmware/install-archive.ts';
import { createStatus, type Status } from './status.ts';

export type { Device, DeviceOptions } from './device-types.ts';

/** Starts a simulated device: it connects, reconnects after every loss, and implements the whole MQTT contract. */
export function startDevice(options: DeviceOptions): Device {
  const { serial, intervalMs = 5_000 } = options;
  const components = createComponents(options);
  const { clock, firmware, flash, metricsSender, playback, players, profile } = components;
  const { publisher, random, receiptSender, sensors, timers } = components;
  const status = createStatus(publisher.status);
  const context = createContext(components, status, {
    isLongCommandRunning: () => commands.isLongCommandRunning(),
    restart: (downMs) => power.restart(downMs),
    tryRestart: (downMs, trial) => power.tryRestart(downMs, trial),
  });
  const commands = createCommandRunner({ context, counters: components.counters, respond: components.responses.add });
  const connection = connectionOf(options, { components, commands, status }, () => {
    power.connected();
    recovery.connected();
    settleReboot({ ...components, settle: commands.settle });
    options.connected?.();
  });
  publisher.setConnection(connection);

  function measure(): number {
    const seq = flash.append(sensors.read(currentLoad(context)));
    metricsSender.added();
    return seq;
  }

  const nightlyTasks = nightlyTasksOf(components, commands);
  function tick(): void {
    playback.tick();
    players.tick();
    metricsSender.tick();
    receiptSender.tick();
    nightlyTasks.tick();
  }
  const periodicTasks = startPeriodicTasks({ clock, random, intervalMs, tick, measure });
  const power = createPower({ clock, flash, publisher, connection, playback, players, sensors, periodicTasks });
  const { restart } = context;
  const recovery = recoverInstallation({ ...components, restart, settle: commands.settle });
  playback.start();
  players.start();
  if (firmware.slots.starts()) connection.open();

  return {
    serial,
    profile,
    flash,
    get isConnected() {
      return connection.isUp;
    },
    status: () => (connection.isUp ? status.current() : 'offline'),
    player: players.status,
    reconnect: connection.reconnectNow,
    erase: playback.erase,
    measure,
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
}

function nightlyTasksOf({ clock, random, configuration, flash }: Components, commands: CommandRunner) {
  const version = (): string => flash.memory.device_version;
  return createNightlyTasks({ clock, random, settings: configuration.settings, version, run: commands.runByItself });
}

function connectionOf(
  { mqttUrl, ca, serial, refused }: DeviceOptions,
  { components, commands, status }: { components: Components; commands: CommandRunner; status: Status },
  onConnected: () => void,
): Connection {
  const { clock, counters, flash, metricsSender, playback, publisher, random, receiptSender } = components;
  const events = createConnectionEvents({ components, status, connection: () => connection, onConnected });
  const receiver = createMessageReceiver({
    serial,
    counters,
    acknowledged: metricsSender.acknowledged,
    receiptsAcknowledged: receiptSender.acknowledged,
    programmeAnnounced: ({ sha256 }) => playback.programmeAnnounced(sha256),
    configured: events.configured,
    commanded: commands.receive,
  });
  const connection = createConnection({
    url: mqttUrl,
    ca,
    serial,
    clock,
    random: random.fork('connection'),
    key: () => flash.memory.device_key,
    will: publisher.will,
    subscriptions: receiver.subscriptions,
    connected: events.connected,
    disconnected: events.disconnected,
    refused: () => refused?.(),
    message: receiver.receive,
  });
  return connection;
}
