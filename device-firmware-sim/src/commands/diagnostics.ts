import type { CommandResult } from '@belfry/schemas/mqtt/commands';
import { CommandError, type CommandContext, type CommandedDevice, type CommandHandler } from '../device/types.ts';
import { isoTime } from '../hardware/clock.ts';
import { currentLoad } from '../hardware/sensors.ts';

type Check = CommandResult<'system_diagnostics'>['checks'][number];
type RunCheck = (context: CommandContext<'system_diagnostics'>) => CheckOutcome;

const WEAK_SIGNAL_PERCENT = 30;

const CHECKS: Record<string, RunCheck> = {
  'audio output': ({ players }) => ({ ok: true, detail: `${players.playing()} of 3 channels playing` }),
  network: (context) => {
    const lost = context.fails() ? context.random.integer(4, 18) : 0;
    return { ok: lost === 0, detail: `${lost} % packet loss, ${context.random.integer(4, 40)} ms to the gateway` };
  },
  wifi: ({ wifi, configuration }) => {
    const [strongest] = wifi.scan(configuration.settings().wifi_login);
    const signal = strongest?.signal ?? 0;
    return { ok: signal >= WEAK_SIGNAL_PERCENT, detail: `strongest signal ${signal} %` };
  },
  storage: (context) => checkDisk(context.sensors.read(currentLoad(context)).disk_usage_percent),
  temperature: (context) => checkTemperature(context.sensors.read(currentLoad(context)).cpu_temperature),
  clock: ({ profile }) => {
    const seconds = Math.round(Math.abs(profile.behaviour.skewMs) / 1_000);
    return { ok: seconds < 60, detail: `${seconds} s off the network's time` };
  },
};

export const systemDiagnostics: CommandHandler<'system_diagnostics'> = async (context) => {
  if (context.host) return { checks: await context.host.diagnose() };
  const names = Object.entries(CHECKS);
  const checks: Check[] = [];
  for (const [name, runCheck] of names) {
    await context.reportStep(Math.round((checks.length / names.length) * 100), `checking ${name}`, 0.7);
    checks.push({ name, ...runCheck(context) });
  }
  return { checks };
};

const DISK_FULL_PERCENT = 90;
const HOT_CELSIUS = 75;

type CheckOutcome = { ok: boolean; detail: string };

export const checkDisk = (usedPercent: number): CheckOutcome => ({
  ok: usedPercent < DISK_FULL_PERCENT,
  detail: `${usedPercent} % used`,
});

export const checkTemperature = (celsius: number): CheckOutcome => ({
  ok: celsius < HOT_CELSIUS,
  detail: `${celsius} °C`,
});

type Service = CommandResult<'check_services'>['services'][number];

/** Names, and the seconds after the boot at which each service starts. */
const SERVICES = [
  ['belfry-agent', 9],
  ['player-voice', 11],
  ['player-music', 12],
  ['player-radio', 12],
  ['wifi', 5],
  ['time-sync', 7],
] as const;

export const checkServices: CommandHandler<'check_services'> = async (context) => {
  if (context.host) return { services: context.host.services() };
  await context.wait(0.4);
  const { booted_at } = context.flash.memory;
  const failed = context.fails() ? 'time-sync' : null;
  const services = SERVICES.map(([name, startSeconds]): Service => {
    const since = Math.min(booted_at + startSeconds * 1_000, context.clock.now());
    return { name, state: name === failed ? 'failed' : 'running', since: isoTime(since) };
  });
  return { services };
};

/** Radios with a scan in progress; a radio runs only one at a time. */
const scanning = new WeakSet<CommandedDevice['wifi']>();

export const wifiScan: CommandHandler<'wifi_scan'> = async (context) => {
  const { wifi, configuration, reportStep } = context;
  if (scanning.has(wifi)) throw new CommandError('radio_busy', 'a scan is already running');
  scanning.add(wifi);
  try {
    await reportStep(10, 'listening on 2.4 GHz', 1.2);
    await reportStep(60, 'listening on 5 GHz', 1.4);
    if (context.fails()) throw new CommandError('radio_busy', 'the radio did not answer');
    return { networks: wifi.scan(configuration.settings().wifi_login) };
  } finally {
    scanning.delete(wifi);
  }
};

export const clearCache: CommandHandler<'clear_cache'> = async ({ playback, sensors, wait }) => {
  await wait(0.9);
  const { bytes, files } = playback.clearCache();
  const { freed_bytes, removed_files } = sensors.clearCache();
  return { freed_bytes: freed_bytes + bytes, removed_files: removed_files + files };
};

export const clearLogs: CommandHandler<'clear_logs'> = async ({ sensors, wait }) => {
  await wait(0.5);
  return sensors.clearLogs();
};

export const contactSupport: CommandHandler<'contact_support'> = async ({ random, wait }) => {
  await wait(1.2);
  return { ticket: `BF-${random.integer(100_000, 999_999)}` };
};
