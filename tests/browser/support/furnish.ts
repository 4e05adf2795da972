import { topics } from '@belfry/schemas/mqtt/topics';
import type { Cast } from './cast.ts';

/** Eight devices in every state that a card can show: live, hot, in maintenance, offline, never seen, deletable. */
export async function furnish(cast: Cast): Promise<void> {
  await Promise.all(
    ['Central Station, platform 4', 'Riverside Mall, entrance', 'Old Town Market, hall 2', null].map(async (note) => {
      const device = await cast.device({ note });
      (await cast.simulate(device)).measure();
    }),
  );
  const hot = await cast.wire(await cast.device({ note: 'Northgate School, canteen with a name that is rather long' }));
  await hot.metrics({ cpu_usage_percent: 96, memory_usage_percent: 93, cpu_temperature: 81, disk_usage_percent: 91 });
  await hot.say(
    topics.player(hot.serial, 'music'),
    {
      state: 'playing',
      volume: 100,
      current_track: 'A Title That Goes On for Longer Than Any Card Is Wide (Remastered)',
      position: 61,
      duration: 240,
      percentage: 25,
      playlist_length: 12,
      at: new Date().toISOString(),
    },
    { retain: true },
  );
  const resting = await cast.wire(await cast.device({ device_mode: 'pass' }));
  await resting.status({ status: 'maintenance' });
  const gone = await cast.wire(await cast.device({ note: 'Harbour Office, lobby' }));
  await gone.metrics();
  gone.kill();
  await cast.device({ device_mode: 'no' });
}
