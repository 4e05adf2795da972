import type { DeviceSettings } from '@belfry/schemas/domain/configuration';
import type { CommandRunner } from '../commands/command-runner.ts';
import { LATEST_VERSION } from '../fleet/device-profiles.ts';
import { repeat, type Clock } from '../hardware/clock.ts';
import type { Random } from '../hardware/random.ts';
import type { Device } from './types.ts';

const TICK_EVERY_MS = 1_000;
const METRICS_JITTER = 0.1;

/**
 * Starts what a device does by itself while it is up, until its timers are cancelled: once a second it plays, sends its journals and looks for
 * nightly tasks; at its interval, with jitter, it measures.
 */
export function startPeriodicTasks(device: Device, commands: CommandRunner, intervalMs = 5_000): void {
  const { clock, configuration, flash, metrics, playback, players, power, random, receipts, inputs } = device;
  const nightlyTasks = createNightlyTasks({
    clock,
    random,
    settings: configuration.settings,
    version: () => flash.memory.device_version,
    run: commands.runByItself,
  });

  function tick(): void {
    playback.tick();
    players.tick();
    metrics.tick();
    receipts.tick();
    inputs.tick();
    nightlyTasks.tick();
  }

  const jittered = (): number => intervalMs * random.between(1 - METRICS_JITTER, 1 + METRICS_JITTER);
  const whileUp = (task: () => void) => (): void => {
    if (power.isUp()) task();
  };
  repeat(clock, () => TICK_EVERY_MS, whileUp(tick));
  repeat(clock, jittered, whileUp(device.measure));
}

/** Hours in local time; see CMD-13. */
const UPDATE_HOUR = 2;
const REBOOT_HOUR = 3;
const MINUTE_MS = 60_000;
/** Each device starts at a random moment within this time, so that a fleet does not reconnect at once. */
const SPREAD_MS = MINUTE_MS;

type NightlyTasksDeps = {
  clock: Clock;
  random: Random;
  settings: () => DeviceSettings;
  version: () => string;
  run: (command: 'install' | 'reboot') => void;
};

/** Starts updates and reboots at night if the configuration requests them. `tick` must be called once a second. */
export function createNightlyTasks({ clock, random, settings, version, run }: NightlyTasksDeps): { tick(): void } {
  let checkedMinute = Math.floor(clock.now() / MINUTE_MS);
  const runSoon = (command: 'install' | 'reboot') => clock.after(random.between(0, SPREAD_MS), () => run(command));
  return {
    tick() {
      const minute = Math.floor(clock.now() / MINUTE_MS);
      if (minute === checkedMinute) return;
      checkedMinute = minute;
      const { time_zone, utc, update_at_night, reboot_at_night } = settings();
      const local = localTime(clock.now(), time_zone, utc);
      if (local.minute !== 0) return;
      if (update_at_night && local.hour === UPDATE_HOUR && version() !== LATEST_VERSION) runSoon('install');
      if (reboot_at_night && local.hour === REBOOT_HOUR) runSoon('reboot');
    },
  };
}

const formatters = new Map<string, Intl.DateTimeFormat | null>();

/** The local hour and minute by the IANA time zone, or by the UTC offset in hours if the zone is invalid. */
export function localTime(now: number, timeZone: string, utcHours: number): { hour: number; minute: number } {
  const formatter = formatterOf(timeZone);
  if (!formatter) {
    const shifted = new Date(now + utcHours * 60 * MINUTE_MS);
    return { hour: shifted.getUTCHours(), minute: shifted.getUTCMinutes() };
  }
  const [hour, minute] = formatter.format(now).split(':').map(Number);
  return { hour: hour ?? 0, minute: minute ?? 0 };
}

function formatterOf(timeZone: string): Intl.DateTimeFormat | null {
  const cached = formatters.get(timeZone);
  if (cached !== undefined) return cached;
  const formatter = makeFormatter(timeZone);
  formatters.set(timeZone, formatter);
  return formatter;
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  } catch {
    return null;
  }
}
