import { topics } from '@belfry/schemas/mqtt/topics';
import type { Fixtures } from '../fixtures.ts';

/** Creates eight devices that cover the states of a device card: live, overheated, in maintenance, offline, never connected, deletable. */
export async function seedFleet(fixtures: Fixtures): Promise<void> {
  await Promise.all(
    ['Central Station, platform 4', 'Riverside Mall, entrance', 'Old Town Market, hall 2', null].map(async (note) => {
      const device = await fixtures.device({ note });
      (await fixtures.simulate(device)).measure();
    }),
  );
  const hot = await fixtures.connect(
    await fixtures.device({ note: 'Northgate School, canteen with a name that is rather long' }),
  );
  await hot.metrics({ cpu_usage_percent: 96, memory_usage_percent: 93, cpu_temperature: 81, disk_usage_percent: 91 });
  await hot.publish(
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
  const inMaintenance = await fixtures.connect(await fixtures.device({ device_mode: 'pass' }));
  await inMaintenance.status({ status: 'maintenance' });
  const offline = await fixtures.connect(await fixtures.device({ note: 'Harbour Office, lobby' }));
  await offline.metrics();
  offline.kill();
  await fixtures.device({ device_mode: 'no' });
}
