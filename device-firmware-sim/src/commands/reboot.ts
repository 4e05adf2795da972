import type { Handler } from './handler.ts';

/** Really goes away and comes back, with its uptime at nothing. */
export const reboot: Handler<'reboot'> = async (work) => {
  await work.step(10, 'stopping services', 0.6);
  work.setStatus('maintenance');
  await work.step(40, 'restarting', 0.4);
  const slowness = work.fails() ? 4 : 1;
  await work.restart((work.random.between(2_000, 5_000) * slowness) / work.speed);
  return { uptime_seconds: work.sensors.uptimeSeconds() };
};
