import type { AclRule } from '../mqtt/access.ts';
import type { Serial } from '../domain/serial.ts';
import { filters, topics } from '../mqtt/topics.ts';

const PAGE = '6f1c2f9e-7d3b-4f0a-9a53-0f7d3c1e2b4a';

export type RightsSubject = 'device' | 'owner' | 'admin';
export type RightsCase = [who: RightsSubject, action: AclRule['action'], topic: string, allowed: boolean];

/**
 * Who may do what, for tests of every MQTT engine: the device `own`, whose owner is the user `owner`, and an administrator.
 * `other` is a device of another user, `stranger` another user.
 */
export function rightsCases({
  own,
  other,
  owner,
  stranger,
}: {
  own: Serial;
  other: Serial;
  owner: number;
  stranger: number;
}): RightsCase[] {
  return [
    ['device', 'publish', topics.status(own), true],
    ['device', 'publish', topics.metrics(own), true],
    ['device', 'publish', topics.inputs(own), true],
    ['device', 'publish', topics.inputs(other), false],
    ['device', 'publish', topics.outputs(own), true],
    ['device', 'publish', topics.outputs(other), false],
    ['device', 'publish', topics.player(own, 'music'), true],
    ['device', 'publish', topics.player(own, 'voice'), true],
    ['device', 'publish', topics.player(own, 'radio'), true],
    ['device', 'publish', `devices/${own}/players/video`, false],
    ['device', 'publish', `devices/${own}/players/`, false],
    ['device', 'publish', topics.responses(own), true],
    ['device', 'publish', topics.configReported(own), true],
    ['device', 'publish', topics.configDesired(own), false],
    ['device', 'publish', topics.commands(own), false],
    ['device', 'publish', topics.acks(own), false],
    ['device', 'publish', topics.status(other), false],
    ['device', 'publish', filters.playersOfDevice(own), false],
    ['device', 'publish', `devices/${own}/players/a/b`, false],
    ['device', 'publish', topics.fleetCommands, false],
    ['device', 'publish', topics.speakers(own), false],
    ['device', 'subscribe', topics.commands(own), true],
    ['device', 'subscribe', topics.speakers(own), true],
    ['device', 'subscribe', topics.speakers(other), false],
    ['device', 'subscribe', filters.everythingOfDevice(own), true],
    ['device', 'subscribe', `devices/${own}`, true],
    ['device', 'subscribe', topics.fleetCommands, true],
    ['device', 'subscribe', topics.fleetSummary, false],
    ['device', 'subscribe', 'fleet/#', false],
    ['device', 'subscribe', 'devices/+/commands', false],
    ['device', 'subscribe', filters.everythingOfDevice(other), false],
    // By the list alone; a device that is invited may hear a page.
    ['device', 'subscribe', topics.pageAudio(PAGE), false],
    ['device', 'subscribe', 'pages/#', false],
    ['device', 'publish', topics.pageAudio(PAGE), false],
    ['owner', 'subscribe', topics.pageAudio(PAGE), false],
    ['owner', 'subscribe', '+/+/audio', false],
    ['admin', 'subscribe', topics.pageAudio(PAGE), false],
    ['admin', 'subscribe', 'pages/+/audio', false],
    ['owner', 'publish', topics.commands(own), false],
    ['owner', 'publish', topics.outputs(own), false],
    ['owner', 'subscribe', topics.outputs(own), true],
    ['owner', 'subscribe', topics.outputs(other), false],
    ['owner', 'publish', topics.userEvents(owner), false],
    ['owner', 'subscribe', filters.everythingOfDevice(own), false],
    ['owner', 'subscribe', topics.configDesired(own), false],
    ['owner', 'subscribe', `devices/${own}/config/+`, false],
    ['owner', 'subscribe', `devices/${own}/config/#`, false],
    ['owner', 'subscribe', `devices/${own}/+/desired`, false],
    ['owner', 'subscribe', `devices/${own}/+/+`, false],
    ['owner', 'subscribe', `devices/${own}`, false],
    ['owner', 'subscribe', `devices/${own}/+`, true],
    ['owner', 'subscribe', topics.configReported(own), true],
    ['owner', 'subscribe', topics.configReported(other), false],
    ['owner', 'subscribe', topics.player(own, 'music'), true],
    ['owner', 'subscribe', filters.playersOfDevice(own), true],
    ['owner', 'subscribe', filters.playersOfDevice(other), false],
    ['owner', 'subscribe', `devices/+/players/+`, false],
    ['owner', 'subscribe', topics.status(own), true],
    ['owner', 'subscribe', topics.status(other), false],
    ['owner', 'subscribe', filters.allStatuses, false],
    ['owner', 'subscribe', filters.everyDevice, false],
    ['owner', 'subscribe', '#', false],
    ['owner', 'subscribe', '+/+/status', false],
    ['owner', 'subscribe', topics.userEvents(owner), true],
    ['owner', 'subscribe', topics.userEvents(stranger), false],
    ['owner', 'subscribe', 'users/+/events', false],
    ['admin', 'publish', topics.commands(own), false],
    ['admin', 'subscribe', filters.everyDevice, false],
    ['admin', 'subscribe', topics.configDesired(own), false],
    ['admin', 'subscribe', 'devices/+/config/desired', false],
    ['admin', 'subscribe', 'devices/+/config/+', false],
    ['admin', 'subscribe', 'devices/+/+/+', false],
    ['admin', 'subscribe', '+/+/config/desired', false],
    ['admin', 'subscribe', filters.everythingOfDevice(own), false],
    ['admin', 'subscribe', filters.allReportedConfigs, true],
    ['admin', 'subscribe', filters.allPlayers, true],
    ['admin', 'subscribe', topics.configReported(own), true],
    ['admin', 'subscribe', filters.allStatuses, true],
    ['admin', 'subscribe', topics.fleetSummary, true],
    ['admin', 'subscribe', topics.userEvents(owner), false],
    ['admin', 'subscribe', '#', false],
  ];
}
