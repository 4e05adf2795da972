import { METRICS_JOURNAL, RECEIPTS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { profileWithSerial, type DeviceProfile } from '../fleet/device-profiles.ts';
import { ownTimers, skewedClock, systemClock, type Clock } from '../hardware/clock.ts';
import { factoryMemory, volatileFlash, type Flash } from '../hardware/flash.ts';
import { createRandom } from '../hardware/random.ts';
import { createSensors } from '../hardware/sensors.ts';
import { createWifiEnvironment } from '../hardware/wifi.ts';
import { createFirmware } from '../firmware/firmware.ts';
import { createPlayers } from '../players/players.ts';
import { createSharedDownloads } from '../audio-cache/audio-cache.ts';
import { createPlayback } from '../playback/playback.ts';
import { createSimulatedOutput } from '../playback/audio-output.ts';
import { createConfiguration } from './settings/configuration.ts';
import { newCounters, type Counters } from './counters.ts';
import type { DeviceOptions } from './device-types.ts';
import { createJournalSender, DEFAULT_ACK_TIMEOUT_MS } from './journal/journal-sender.ts';
import { createOutbox } from './messages/outbox.ts';
import { createPublisher, type Publisher } from './messages/publisher.ts';

export type Components = ReturnType<typeof createComponents>;

/** Creates the components of a device that do not depend on its connection. */
export function createComponents(options: DeviceOptions) {
  const { serial, positionMs = 5_000, speed = 1 } = options;
  const profile = options.profile ?? profileWithSerial(serial);
  const { behaviour } = profile;
  const timers = ownTimers(options.clock ?? systemClock);
  const clock = skewedClock(timers, behaviour.skewMs);
  const random = options.random ?? createRandom(serial);
  const counters = options.counters ?? newCounters();
  const flash = flashOf(options, profile, clock);
  const publisher = createPublisher({ profile, flash, clock, counters });
  const configuration = createConfiguration(flash, publisher.configuration, options.host?.refusedSettings);
  const { settings } = configuration;
  const bootedAt = (): number => flash.memory.booted_at;
  const players = createPlayers({
    clock,
    random: random.fork('players'),
    behaviour,
    settings,
    positionMs,
    publish: publisher.player,
  });
  const { metricsSender, receiptSender } = createSenders({ flash, clock, counters, publisher }, options.ackTimeoutMs);
  const playback = createPlayback({
    serial,
    clock,
    random: random.fork('playback'),
    flash,
    players,
    configuration,
    counters,
    output: options.output ?? createSimulatedOutput(clock),
    apiUrl: options.apiUrl,
    downloads: options.downloads ?? createSharedDownloads(),
    cache: options.audioCache,
    reported: receiptSender.added,
  });
  return {
    profile,
    timers,
    clock,
    random,
    counters,
    flash,
    speed,
    publisher,
    configuration,
    responses: createOutbox<ResponseMessage>(publisher.response),
    players,
    playback,
    receiptSender,
    host: options.host ?? null,
    sensors: options.host?.sensors ?? createSensors({ clock, random: random.fork('sensors'), behaviour, bootedAt }),
    wifi: createWifiEnvironment(random.fork('wifi')),
    firmware: createFirmware({
      serial,
      flash,
      clock,
      random: random.fork('firmware'),
      apiUrl: options.apiUrl,
      contents: options.contents,
    }),
    metricsSender,
  };
}

/** The flash of the device with the keys that it is started with. */
function flashOf({ flash: given, deviceKey, firmwareKey }: DeviceOptions, profile: DeviceProfile, clock: Clock): Flash {
  const flash = given ?? volatileFlash(factoryMemory(profile, clock.now()));
  if (deviceKey !== undefined) flash.memory.device_key = deviceKey;
  if (firmwareKey !== undefined) flash.memory.firmware_key = firmwareKey;
  return flash;
}

type SendersDeps = { flash: Flash; clock: Clock; counters: Counters; publisher: Publisher };

/** What sends the two journals: metrics and receipts. */
function createSenders({ flash, clock, counters, publisher }: SendersDeps, firstAckTimeoutMs = DEFAULT_ACK_TIMEOUT_MS) {
  const common = { clock, firstAckTimeoutMs };
  return {
    metricsSender: createJournalSender({
      ...common,
      journal: flash.journal,
      counters,
      maxAgeMs: METRICS_JOURNAL.maxAgeMs,
      send: publisher.metrics,
    }),
    receiptSender: createJournalSender({
      ...common,
      journal: flash.receipts,
      counters: counters.receipts,
      maxAgeMs: RECEIPTS_JOURNAL.maxAgeMs,
      send: publisher.receipt,
    }),
  };
}
