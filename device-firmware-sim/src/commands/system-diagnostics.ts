import type { CommandResult } from '@belfry/schemas/mqtt/commands';
import { currentLoad } from '../load.ts';
import type { Handler, Work } from './handler.ts';

type Check = CommandResult<'system_diagnostics'>['checks'][number];
type Examine = (work: Work<'system_diagnostics'>) => Omit<Check, 'name'>;

const HOT_CELSIUS = 75;
const DISK_FULL_PERCENT = 90;
const WEAK_SIGNAL_PERCENT = 30;

const EXAMINATIONS: Record<string, Examine> = {
  'audio output': ({ players }) => ({ ok: true, detail: `${players.playing()} of 3 channels playing` }),
  network: (work) => {
    const lost = work.fails() ? work.random.integer(4, 18) : 0;
    return { ok: lost === 0, detail: `${lost} % packet loss, ${work.random.integer(4, 40)} ms to the gateway` };
  },
  wifi: ({ surroundings, configuration }) => {
    const [strongest] = surroundings.scan(configuration.settings().wifi_login);
    const signal = strongest?.signal ?? 0;
    return { ok: signal >= WEAK_SIGNAL_PERCENT, detail: `strongest signal ${signal} %` };
  },
  storage: (work) => {
    const used = work.sensors.read(currentLoad(work)).disk_usage_percent;
    return { ok: used < DISK_FULL_PERCENT, detail: `${used} % used` };
  },
  temperature: (work) => {
    const celsius = work.sensors.read(currentLoad(work)).cpu_temperature;
    return { ok: celsius < HOT_CELSIUS, detail: `${celsius} °C` };
  },
  clock: ({ member }) => {
    const seconds = Math.round(Math.abs(member.character.skewMs) / 1_000);
    return { ok: seconds < 60, detail: `${seconds} s off the network's time` };
  },
};

/** Looks at one thing after the other. */
export const systemDiagnostics: Handler<'system_diagnostics'> = async (work) => {
  const names = Object.entries(EXAMINATIONS);
  const checks: Check[] = [];
  for (const [name, examine] of names) {
    await work.step(Math.round((checks.length / names.length) * 100), `checking ${name}`, 0.7);
    checks.push({ name, ...examine(work) });
  }
  return { checks };
};
