/**
 * @module-tag full
 * @module-tag each-engine
 */
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import mqtt, { type MqttClient } from 'mqtt';
import { describe, expect, it } from 'vitest';
import { connectConsole, grantOf, REFUSED } from '../../support/devices/mqtt-console.ts';
import { statusMessage } from '../../support/devices/mqtt-device.ts';
import { createMemberOfBranches, type MemberOfBranches } from '../../support/member-of-branches.ts';
import { SERVICE_SECRET } from '../../support/service-secret.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';

const SIZE = { branches: 50, devices: 100 };
/** As many filters as one connection may have; the devices need several tabs. */
const FILTERS_OF_TAB = 1_000;
/** Filters in one SUBSCRIBE. */
const FILTERS_AT_ONCE = 50;

let stack: Stack;
let chain: MemberOfBranches;
let serials: string[];
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  chain = await createMemberOfBranches(stack, SIZE);
  serials = chain.branches.flatMap((branch) => branch.serials);
});

/** A tab of the member that hears of these devices. */
async function openTab(tab: number, heard: Map<string, number>): Promise<MqttClient> {
  const client = await connectConsole(stack.wsUrl, chain.member, `tab-${tab}`);
  client.on('message', (topic) => heard.set(topic, (heard.get(topic) ?? 0) + 1));
  const wanted = serials.slice(tab * FILTERS_OF_TAB, (tab + 1) * FILTERS_OF_TAB).map(topics.status);
  for (let from = 0; from < wanted.length; from += FILTERS_AT_ONCE) {
    const granted = await client.subscribeAsync(wanted.slice(from, from + FILTERS_AT_ONCE), { qos: 0 });
    expect(granted.filter(({ qos }) => qos === REFUSED)).toEqual([]);
  }
  return client;
}

/** What an engine answers for a filter, on a connection of its own, since it may close that of a client which it refuses one. */
async function grant(filter: string): Promise<number | undefined> {
  const client = await connectConsole(stack.wsUrl, chain.member, 'asking');
  const granted = await grantOf(client, filter);
  await client.endAsync(true);
  return granted;
}

describe(`a member of ${SIZE.branches} branches`, () => {
  it('receives each status of the devices there, and none of the branch beside them', async () => {
    expect(serials).toHaveLength(SIZE.branches * SIZE.devices);
    const heard = new Map<string, number>();
    const tabs = [];
    for (let tab = 0; tab * FILTERS_OF_TAB < serials.length; tab += 1) tabs.push(await openTab(tab, heard));
    const service = await mqtt.connectAsync(stack.mqttUrl, { username: 'service', password: SERVICE_SECRET });
    const message = JSON.stringify(statusMessage());
    for (const serial of [...chain.sibling, ...serials])
      await service.publishAsync(topics.status(serial), message, { qos: 1 });
    await until('all are heard of', () => heard.size >= serials.length);
    expect([...heard.keys()].sort()).toEqual(serials.map(topics.status).sort());
    for (const client of [service, ...tabs]) await client.endAsync(true);
  });

  it('may subscribe to no device of the branch beside them, and to none by a wildcard', async () => {
    const [first = '', last = ''] = [chain.sibling[0], chain.sibling.at(-1)];
    for (const filter of [topics.status(first), topics.status(last), filters.allStatuses, filters.everyDevice])
      expect(await grant(filter)).toBe(REFUSED);
    expect(await grant(topics.status(serials.at(-1) ?? ''))).toBe(1);
  });

  it('is without the devices of a branch within a second after the membership ended', async () => {
    const [ended, other] = chain.branches;
    const tab = await connectConsole(stack.wsUrl, chain.member, 'open');
    const closed = new Promise<void>((resolve) => tab.once('close', () => resolve()));
    const begun = performance.now();
    const { member_id } = ended ?? {};
    expect((await stack.call(teamsHttp.end, chain.owner, { member_id })).status).toBe(204);
    await closed;
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(await grant(topics.status(ended?.serials[0] ?? ''))).toBe(REFUSED);
    expect(await grant(topics.status(other?.serials[0] ?? ''))).toBe(1);
  });
});
