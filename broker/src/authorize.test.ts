import { aclFor } from '@belfry/schemas/mqtt/access';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { compileAcl, covers, isTopicFilter, isTopicName, serviceRights, type Action } from './authorize.ts';

const S = '1111-2222-3333-4444';
const T = '5555-6666-7777-8888';
const device = compileAcl(aclFor({ kind: 'device', serial: S }));
const owner = compileAcl(aclFor({ kind: 'console', userId: 7, role: 'user', serials: [S] }));
const admin = compileAcl(aclFor({ kind: 'console', userId: 1, role: 'admin', serials: [] }));
const who = { device, owner, admin, service: serviceRights };

describe('who may do what', () => {
  it.each<[keyof typeof who, Action, string, boolean]>([
    ['device', 'publish', topics.status(S), true],
    ['device', 'publish', topics.metrics(S), true],
    ['device', 'publish', topics.player(S, 'music'), true],
    ['device', 'publish', topics.player(S, 'voice'), true],
    ['device', 'publish', topics.player(S, 'radio'), true],
    ['device', 'publish', `devices/${S}/players/video`, false],
    ['device', 'publish', `devices/${S}/players/`, false],
    ['device', 'publish', topics.responses(S), true],
    ['device', 'publish', topics.configReported(S), true],
    ['device', 'publish', topics.configDesired(S), false],
    ['device', 'publish', topics.commands(S), false],
    ['device', 'publish', topics.acks(S), false],
    ['device', 'publish', topics.status(T), false],
    ['device', 'publish', filters.playersOfDevice(S), false],
    ['device', 'publish', `devices/${S}/players/a/b`, false],
    ['device', 'publish', topics.fleetCommands, false],
    ['device', 'subscribe', topics.commands(S), true],
    ['device', 'subscribe', filters.everythingOfDevice(S), true],
    ['device', 'subscribe', `devices/${S}`, true],
    ['device', 'subscribe', topics.fleetCommands, true],
    ['device', 'subscribe', topics.fleetSummary, false],
    ['device', 'subscribe', 'fleet/#', false],
    ['device', 'subscribe', 'devices/+/commands', false],
    ['device', 'subscribe', filters.everythingOfDevice(T), false],
    ['owner', 'publish', topics.commands(S), false],
    ['owner', 'publish', topics.userEvents(7), false],
    ['owner', 'subscribe', filters.everythingOfDevice(S), false],
    ['owner', 'subscribe', topics.configDesired(S), false],
    ['owner', 'subscribe', `devices/${S}/config/+`, false],
    ['owner', 'subscribe', `devices/${S}/config/#`, false],
    ['owner', 'subscribe', `devices/${S}/+/desired`, false],
    ['owner', 'subscribe', `devices/${S}/+/+`, false],
    ['owner', 'subscribe', `devices/${S}`, false],
    ['owner', 'subscribe', `devices/${S}/+`, true],
    ['owner', 'subscribe', topics.configReported(S), true],
    ['owner', 'subscribe', topics.configReported(T), false],
    ['owner', 'subscribe', topics.player(S, 'music'), true],
    ['owner', 'subscribe', filters.playersOfDevice(S), true],
    ['owner', 'subscribe', filters.playersOfDevice(T), false],
    ['owner', 'subscribe', `devices/+/players/+`, false],
    ['owner', 'subscribe', topics.status(S), true],
    ['owner', 'subscribe', topics.status(T), false],
    ['owner', 'subscribe', filters.allStatuses, false],
    ['owner', 'subscribe', filters.everyDevice, false],
    ['owner', 'subscribe', '#', false],
    ['owner', 'subscribe', '+/+/status', false],
    ['owner', 'subscribe', topics.userEvents(7), true],
    ['owner', 'subscribe', topics.userEvents(71), false],
    ['owner', 'subscribe', 'users/+/events', false],
    ['admin', 'publish', topics.commands(S), false],
    ['admin', 'subscribe', filters.everyDevice, false],
    ['admin', 'subscribe', topics.configDesired(S), false],
    ['admin', 'subscribe', 'devices/+/config/desired', false],
    ['admin', 'subscribe', 'devices/+/config/+', false],
    ['admin', 'subscribe', 'devices/+/+/+', false],
    ['admin', 'subscribe', '+/+/config/desired', false],
    ['admin', 'subscribe', filters.everythingOfDevice(S), false],
    ['admin', 'subscribe', filters.allReportedConfigs, true],
    ['admin', 'subscribe', filters.allPlayers, true],
    ['admin', 'subscribe', topics.configReported(S), true],
    ['admin', 'subscribe', filters.allStatuses, true],
    ['admin', 'subscribe', topics.fleetSummary, true],
    ['admin', 'subscribe', topics.userEvents(7), false],
    ['admin', 'subscribe', '#', false],
    ['service', 'publish', topics.commands(S), true],
    ['service', 'publish', 'a/+', false],
    ['service', 'publish', '$SYS/x', false],
    ['service', 'subscribe', '#', true],
    ['service', 'subscribe', '$SYS/#', false],
    ['service', 'subscribe', '$share/g/devices/#', false],
  ])('%s, %s %s: %s', (name, action, topic, expected) => {
    expect(who[name].allowed(action, topic)).toBe(expected);
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
    for (const wanted of ['a', 'a/b', 'a/x', 'a/x/b', 'a/b/c', 'x/b', '$SYS/x', topic]) {
      expect([rights.allowed('publish', wanted), rights.allowed('subscribe', wanted)]).toEqual([false, false]);
    }
    for (const wanted of ['a/#', 'a/+', 'a/+/b', '#']) expect(rights.allowed('subscribe', wanted)).toBe(false);
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
  ])('%s covers %s: %s', (rule, wanted, expected) => {
    expect(covers(rule.split('/'), wanted.split('/'))).toBe(expected);
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
