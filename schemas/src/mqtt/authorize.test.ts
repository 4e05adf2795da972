import { aclFor } from './access.ts';
import { filters, topics } from './topics.ts';
import { describe, expect, it } from 'vitest';
import { rightsCases } from '../testing/rights-cases.ts';
import { compileAcl, covers, isTopicFilter, isTopicName, serviceRights, type Action } from './authorize.ts';
import { compileDeviceAcl } from './device-acl.ts';

const S = '1111-2222-3333-4444';
const T = '5555-6666-7777-8888';
// The filters are compiled for another device.
compileDeviceAcl(T, aclFor({ kind: 'device', serial: T }));
const device = compileDeviceAcl(S, aclFor({ kind: 'device', serial: S }));
const owner = compileAcl(aclFor({ kind: 'console', userId: 7, role: 'user', serials: [S] }));
const admin = compileAcl(aclFor({ kind: 'console', userId: 1, role: 'admin', serials: [] }));
const who = { device, owner, admin };

describe('who may do what', () => {
  it.each(rightsCases({ own: S, other: T, owner: 7, stranger: 71 }))(
    '%s, %s %s: %s',
    (name, action, topic, expected) => {
      expect(who[name].allowed(action, topic)).toBe(expected);
    },
  );

  it.each<[Action, string, boolean]>([
    ['publish', topics.commands(S), true],
    ['publish', 'a/+', false],
    ['publish', '$SYS/x', false],
    ['subscribe', '#', true],
    ['subscribe', '$SYS/#', false],
    ['subscribe', '$share/g/devices/#', false],
  ])('the api, %s %s: %s', (action, topic, expected) => {
    expect(serviceRights.allowed(action, topic)).toBe(expected);
  });

  it('finds a pattern of one device among those of thousands, and only that one', () => {
    const serials = Array.from({ length: 3_000 }, (_, n) => `1111-2222-3333-${String(n).padStart(4, '0')}`);
    const rights = compileAcl(aclFor({ kind: 'console', userId: 7, role: 'user', serials }));
    expect(serials.every((serial) => rights.allowed('subscribe', filters.playersOfDevice(serial)))).toBe(true);
    expect(serials.some((serial) => rights.allowed('subscribe', topics.configDesired(serial)))).toBe(false);
    expect(rights.allowed('subscribe', filters.playersOfDevice(T))).toBe(false);
  });

  it.each(['a/#/b', 'a#', 'a/b+', '#/b', '$SYS/#'])('the rule %s, which is no filter, grants nothing', (topic) => {
    const rights = compileAcl([
      { permission: 'allow', action: 'subscribe', topic },
      { permission: 'allow', action: 'publish', topic },
    ]);
    for (const path of ['a', 'a/b', 'a/x', 'a/x/b', 'a/b/c', 'x/b', '$SYS/x', topic]) {
      expect([rights.allowed('publish', path), rights.allowed('subscribe', path)]).toEqual([false, false]);
    }
    for (const filter of ['a/#', 'a/+', 'a/+/b', '#']) expect(rights.allowed('subscribe', filter)).toBe(false);
  });
});

describe('the access lists of devices', () => {
  const publish = (topic: string) => ({ permission: 'allow' as const, action: 'publish' as const, topic });

  it('of equal filters grant each device its own topics only', () => {
    const rules = (serial: string) => [publish(topics.status(serial)), publish(`x/devices/${serial}/y`)];
    const [first, second] = [compileDeviceAcl(S, rules(S)), compileDeviceAcl(T, rules(T))];
    const topicNames = [S, T].flatMap((serial) => [topics.status(serial), `x/devices/${serial}/y`]);
    expect(topicNames.map((topic) => first.allowed('publish', topic))).toEqual([true, true, false, false]);
    expect(topicNames.map((topic) => second.allowed('publish', topic))).toEqual([false, false, true, true]);
  });

  it('of other filters grant what they say', () => {
    const reduced = compileDeviceAcl(S, [publish(topics.status(S)), publish('other'), publish(`devices/${S}/a+`)]);
    expect(reduced.allowed('publish', topics.status(S))).toBe(true);
    expect(reduced.allowed('publish', 'other')).toBe(true);
    expect(reduced.allowed('publish', topics.metrics(S))).toBe(false);
    expect(reduced.allowed('publish', `devices/${S}/a+`)).toBe(false);
    expect(reduced.allowed('subscribe', topics.status(S))).toBe(false);
  });

  it('grant what they say, whichever lists were compiled before', () => {
    const topicsOf = (s: string) => [
      `devices/${s}`,
      `devices/${s}/a`,
      `devices/${s}/b/a`,
      `devices/${s}x/a`,
      'a',
      'devices/+/a',
    ];
    const topicNames = [...topicsOf(S), ...topicsOf(T)];
    for (const serial of [S, T, S]) {
      const rules = [...topicsOf(serial), ...topicsOf(serial === S ? T : S)].map(publish);
      const pairs = rules.flatMap((first) => rules.map((second) => [first, second]));
      const lists = [...rules.map((rule) => [rule]), ...pairs];
      for (const list of lists) {
        const [shared, own] = [compileDeviceAcl(serial, list), compileAcl(list)];
        const grants = topicNames.filter((topic) => shared.allowed('publish', topic));
        expect(grants, JSON.stringify(list)).toEqual(topicNames.filter((topic) => own.allowed('publish', topic)));
        expect(topicNames.some((topic) => shared.allowed('subscribe', topic))).toBe(false);
      }
    }
  });
});

describe('one filter covers another', () => {
  it.each([
    ['a/#', 'a', true],
    ['a/#', 'a/b/+/#', true],
    ['a/+', 'a/+', true],
    ['a/+', 'a/b', true],
    ['a/+', 'a/#', false],
    ['a/+', 'a', false],
    ['a/b', 'a/+', false],
    ['+/b', 'a/b', true],
    ['a/+/c', 'a/+/c/d', false],
    ['#', '+/#', true],
    ['+/#', '#', false],
  ])('%s covers %s: %s', (rule, filter, expected) => {
    expect(covers(rule.split('/'), filter.split('/'))).toBe(expected);
  });
});

describe('well-formed', () => {
  it.each(['', 'a/#', 'a/+', 'a\0b', '$SYS', '$SYS/a', '#'])('%j is no topic name', (topic) =>
    expect(isTopicName(topic)).toBe(false),
  );
  it.each(['', 'a/#/b', 'a#', 'a+/b', 'a/b+', '##', '$share/g/a', '$SYS/#', 'a\0'])('%j is no filter', (filter) =>
    expect(isTopicFilter(filter)).toBe(false),
  );
  it.each(['a', '/', '$x/a', 'a//b', '+', '#', '+/+/#', 'a/+/b'])('%j is a filter', (filter) =>
    expect(isTopicFilter(filter)).toBe(true),
  );
});
