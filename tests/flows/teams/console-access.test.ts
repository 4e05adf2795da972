import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { MqttClient } from 'mqtt';
import { describe, expect } from 'vitest';
import { connectConsole, grantOf, REFUSED } from '../../support/devices/mqtt-console.ts';
import { createDevice, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { createShops, makeMember } from '../../support/teams.ts';

let stack: Stack;
let chain: Awaited<ReturnType<typeof createShops>>;
let own: TestDevice;
let other: TestDevice;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  chain = await createShops(stack);
  own = await createDevice(stack, { user_id: chain.owner.id, company_id: chain.own.node.company_id });
  other = await createDevice(stack, { user_id: chain.owner.id, company_id: chain.other.node.company_id });
});

const connect = (user: TestUser): Promise<MqttClient> => connectConsole(stack.wsUrl, user);
const closed = (client: MqttClient): Promise<void> => new Promise((resolve) => client.once('close', () => resolve()));

async function grantsOf(user: TestUser): Promise<(number | undefined)[]> {
  const grants = [];
  // One connection each, since an engine may close that of a client which it refuses a filter.
  for (const { serial } of [own, other]) {
    const client = await connect(user);
    grants.push(await grantOf(client, topics.status(serial)));
    await client.endAsync(true);
  }
  return grants;
}

/** A person who is a member of the own shop. */
async function member() {
  const user = await createUser(stack);
  return { user, member_id: await makeMember(stack, chain.owner, chain.own.company, { user, role: 'viewer' }) };
}

describe('the console of a member', () => {
  flow('may read the devices of their branch, and no others', async () => {
    const { user } = await member();
    expect(await grantsOf(user)).toEqual([1, REFUSED]);
  });

  flow('is disconnected when the membership ends, and returns without the devices', async () => {
    const { user, member_id } = await member();
    const ended = closed(await connect(user));
    const begun = performance.now();
    expect((await stack.call(teamsHttp.end, chain.owner, { member_id })).status).toBe(204);
    await ended;
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(await grantsOf(user)).toEqual([REFUSED, REFUSED]);
  });

  flow('is disconnected when a membership passes its end', async () => {
    const user = await createUser(stack);
    const expires_at = new Date(Date.now() + 1_500).toISOString();
    await makeMember(stack, chain.owner, chain.own.company, { user, role: 'viewer', expires_at });
    await closed(await connect(user));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires_at));
    expect(await grantsOf(user)).toEqual([REFUSED, REFUSED]);
  });

  flow.each(['the owner', 'a manager'])(
    'is disconnected when %s moves a branch with devices out of theirs',
    async (who) => {
      const { user } = await member();
      const manager = await createUser(stack);
      await makeMember(stack, chain.owner, chain.main, { user: manager, role: 'manager' });
      const mover = who === 'the owner' ? chain.owner : manager;
      const ended = closed(await connect(user));
      const { company_id } = chain.own.node;
      const move = (parent_company_id: number) =>
        stack.call(companyChangesHttp.move, mover, { company_id, parent_company_id });
      expect((await move(chain.other.company.company_id)).status).toBe(200);
      await ended;
      expect(await grantsOf(user)).toEqual([REFUSED, REFUSED]);
      expect((await move(chain.own.company.company_id)).status).toBe(200);
      expect(await grantsOf(user)).toEqual([1, REFUSED]);
    },
  );
});
