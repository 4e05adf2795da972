import type { CommandResult } from '@belfry/schemas/mqtt/commands';
import { currentLoad } from '../../hardware/sensors.ts';
import type { CommandHandler, CommandContext } from '../command-handler.ts';
import { checkDisk, checkTemperature, type CheckOutcome } from './reading-checks.ts';

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

/** Runs all checks in order. */
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
