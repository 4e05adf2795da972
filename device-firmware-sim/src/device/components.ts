import { METRICS_JOURNAL, RECEIPTS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { profileWithSerial } from '../fleet/device-profiles.ts';
import { ownTimers, skewedClock, systemClock } from '../hardware/clock.ts';
import { factoryMemory, volatileFlash } from '../hardware/flash.ts';
import { createRandom } from '../hardware/random.ts';
import { createSensors } from '../hardware/sensors.ts';
import { createWifiEnvironment } from '../hardware/wifi.ts';
import { createFirmware } from '../firmware/firmware.ts';
import { createPlayers } from '../players/players.ts';
import { createSharedDownloads } from '../audio-cache/audio-downloads.ts';
import { createPlayback } from '../playback/playback.ts';
import { createSimulatedOutput } from '../playback/output/simulated-output.ts';
import { createConfiguration } from './settings/configuration.ts';
import { newCounters } from './counters.ts';
import type { DeviceOptions } from './device-types.ts';
import { createJournalSender, DEFAULT_ACK_TIMEOUT_MS } from './journal/journal-sender.ts';
import { createOutbox } from './messages/outbox.ts';
import { createPublisher } from './messages/publisher.ts';

export type Components = ReturnType<typeof createComponents>;

/** Creates the components of a device that do not depend on its connection. */
export function createComponents(options: DeviceOptions) {
  const { serial, positionMs = 5_000, ackTimeoutMs: firstAckTimeoutMs = DEFAULT_ACK_TIMEOUT_MS, speed = 1 } = options;
  const profile = options.profile ?? profileWithSerial(serial);
  const { behaviour } = profile;
  const timers = ownTimers(options.clock ?? systemClock);
  const clock = skewedClock(timers, behaviour.skewMs);
  const random = options.random ?? createRandom(serial);
  const counters = options.counters ?? newCounters();
  const flash = options.flash ?? volatileFlash(factoryMemory(profile, clock.now()));
  if (options.deviceKey !== undefined) flash.memory.device_key = options.deviceKey;

  if (options.firmwareKey !== undefined) flash.memory.firmware_key = options.firmwareKey;

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
  const receiptSender = createJournalSender({
    journal: flash.receipts,
    clock,
    counters: counters.receipts,
    firstAckTimeoutMs,
    maxAgeMs: RECEIPTS_JOURNAL.maxAgeMs,
    send: publisher.receipt,
  });
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
    metricsSender: createJournalSender({
      journal: flash.journal,
      clock,
      counters,
      firstAckTimeoutMs,
      maxAgeMs: METRICS_JOURNAL.maxAgeMs,
      send: publisher.metrics,
    }),
  };
}
