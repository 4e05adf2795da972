import { currentLoad } from '../load.ts';
import type { Handler } from './handler.ts';

const CORES = 4;

/** The readings of this moment. */
export const systemStatus: Handler<'system_status'> = async (work) => {
  await work.take(0.1);
  const { collected_at: _now, ...readings } = work.sensors.read(currentLoad(work));
  const load = (readings.cpu_usage_percent / 100) * CORES;
  return { ...readings, load_average: [load, load * 0.9, load * 0.8].map((value) => Math.round(value * 100) / 100) };
};
