import { currentLoad } from '../../hardware/sensors.ts';
import type { CommandHandler } from '../command-handler.ts';

const CORES = 4;

/** The current readings. */
export const systemStatus: CommandHandler<'system_status'> = async (context) => {
  await context.wait(0.1);
  const { collected_at: _now, ...readings } = context.sensors.read(currentLoad(context));
  if (context.host) return { ...readings, load_average: context.host.loadAverage() };
  const load = (readings.cpu_usage_percent / 100) * CORES;
  return { ...readings, load_average: [load, load * 0.9, load * 0.8].map((value) => Math.round(value * 100) / 100) };
};
