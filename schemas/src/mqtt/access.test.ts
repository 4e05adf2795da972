import { describe, expect, it } from 'vitest';
import { aclFor } from './access.ts';

const serial = '1234-5678-9012-3456';
const topicsOf = (rules: ReturnType<typeof aclFor>, action: 'publish' | 'subscribe') =>
  rules.filter((rule) => rule.action === action).map((rule) => rule.topic);

describe('aclFor', () => {
  it('allows a device to publish its own messages, and to read its own topics and the fleet’s commands', () => {
    const rules = aclFor({ kind: 'device', serial });
    expect(topicsOf(rules, 'publish')).toEqual([
      `devices/${serial}/status`,
      `devices/${serial}/metrics`,
      `devices/${serial}/receipts`,
      `devices/${serial}/inputs`,
      `devices/${serial}/outputs`,
      `devices/${serial}/players/voice`,
      `devices/${serial}/players/music`,
      `devices/${serial}/players/radio`,
      `devices/${serial}/config/reported`,
      `devices/${serial}/responses`,
    ]);
    expect(topicsOf(rules, 'subscribe')).toEqual([`devices/${serial}/#`, 'fleet/commands']);
  });

  it('allows no console to publish', () => {
    for (const role of ['user', 'admin', 'root'] as const) {
      expect(topicsOf(aclFor({ kind: 'console', userId: 7, role, serials: [serial] }), 'publish')).toEqual([]);
    }
  });

  it('allows a user to read only the own events and devices', () => {
    const rules = aclFor({ kind: 'console', userId: 7, role: 'user', serials: [serial] });
    expect(topicsOf(rules, 'subscribe')).toEqual([
      'users/7/events',
      `devices/${serial}/+`,
      `devices/${serial}/players/+`,
      `devices/${serial}/config/reported`,
    ]);
  });

  it('allows administrators to read every device and the summary', () => {
    for (const role of ['admin', 'root'] as const) {
      const rules = aclFor({ kind: 'console', userId: 7, role, serials: [] });
      expect(topicsOf(rules, 'subscribe')).toEqual([
        'users/7/events',
        'devices/+/+',
        'devices/+/players/+',
        'devices/+/config/reported',
        'fleet/summary',
      ]);
    }
  });
});
