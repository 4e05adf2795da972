import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { sql } from 'kysely';
import type { TestApi } from './api.ts';
import { playerMessage } from './devices/device-messages.ts';
import { createCompany, createDevice, type TestUser } from './factories.ts';
import { success } from './http-client.ts';
import { createMessage } from './library.ts';
import { dateIn, scheduleBody } from './programmes.ts';

const PLAYERS = JSON.stringify({
  radio: playerMessage({ volume: 70, current_track: 'Belltower FM' }),
  voice: playerMessage({ state: 'stop', volume: 80, current_track: '' }),
});

const REGIONS = { North: ['Harbour', 'Bremen'], South: ['Market'] };

/**
 * `Brightwater` with `North`, two shops of which Bremen has a loudspeaker that is away, and `South` with one. Those that are online play a station.
 * @returns its top, the ids of its places by name, and the serial numbers of its loudspeakers, as `Bremen Till`
 */
export async function createBrightwater(api: Pick<TestApi, 'db'>, { id: user_id }: Pick<TestUser, 'id'>) {
  const main = await createCompany(api, { user_id, name: 'Brightwater' });
  const ids: Record<string, number> = { Brightwater: main.company_id };
  const serials: Record<string, string> = {};
  for (const [region, shops] of Object.entries(REGIONS)) {
    const above = await createCompany(api, { below: main, type: 'Element', name: region });
    ids[region] = above.company_id;
    for (const name of shops) {
      const shop = await createCompany(api, { below: above, type: 'Company', name });
      ids[name] = shop.company_id;
      for (const speaker of ['Door', 'Till']) {
        const { company_id } = await createCompany(api, { below: shop, name: speaker });
        const { serial, device_id } = await createDevice(api, { user_id, company_id });
        serials[`${name} ${speaker}`] = serial;
        const isAway = name === 'Bremen' && speaker === 'Till';
        await sql`update device_state set reported_status = ${isAway ? 'offline' : 'online'}, status_at = '2026-11-29T09:12:00Z',
          players = ${PLAYERS}::jsonb
          where device_id = ${device_id}`.execute(api.db);
      }
    }
  }
  return { main, ids, serials };
}

/** Plans `Closing soon` for the evening after tomorrow, and says something now. @returns the run of what is said */
export async function planAndSay(api: TestApi, owner: TestUser, nodes: number[]): Promise<string> {
  const message = await createMessage(api, owner, { name: 'Closing soon' });
  const plan = {
    name: 'Closing soon',
    action: { type: 'message', message_id: message.id },
    duration_minutes: null,
    rrule: null,
    starts_at: `${dateIn(2)}T19:45`,
  };
  await success(api.call(schedulesHttp.create, owner, { ...scheduleBody(nodes, plan) }));
  return (await success(api.call(sayHttp.say, owner, { text: 'Till two please', targets: { nodes } }))).run_id;
}
