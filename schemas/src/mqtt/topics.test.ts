import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSerial } from '../domain/serial.ts';
import { parseTopic, topics } from './topics.ts';

const serial = '1234-5678-9012-3456';
const anySerial = fc.stringMatching(/^\d{16}$/).map(formatSerial);

describe('topics', () => {
  it('parses every topic that the builders return', () => {
    fc.assert(
      fc.property(anySerial, (any) => {
        expect(parseTopic(topics.status(any))).toEqual({ kind: 'status', serial: any });
        expect(parseTopic(topics.metrics(any))).toEqual({ kind: 'metrics', serial: any });
        expect(parseTopic(topics.acks(any))).toEqual({ kind: 'acks', serial: any });
        expect(parseTopic(topics.speakers(any))).toEqual({ kind: 'speakers', serial: any });
        expect(parseTopic(topics.inputs(any))).toEqual({ kind: 'inputs', serial: any });
        expect(parseTopic(topics.player(any, 'radio'))).toEqual({ kind: 'player', serial: any, channel: 'radio' });
        expect(parseTopic(topics.configDesired(any))).toEqual({ kind: 'configDesired', serial: any });
        expect(parseTopic(topics.configReported(any))).toEqual({ kind: 'configReported', serial: any });
        expect(parseTopic(topics.commands(any))).toEqual({ kind: 'commands', serial: any });
        expect(parseTopic(topics.responses(any))).toEqual({ kind: 'responses', serial: any });
      }),
    );
    expect(parseTopic(topics.fleetCommands)).toEqual({ kind: 'fleetCommands' });
    expect(parseTopic(topics.fleetSummary)).toEqual({ kind: 'fleetSummary' });
    expect(parseTopic(topics.userEvents(42))).toEqual({ kind: 'userEvents', userId: 42 });
  });

  it.each([
    '',
    'devices',
    `devices/${serial}`,
    `devices/${serial}/`,
    `devices/${serial}/status/`,
    `devices/${serial}/players`,
    `devices/${serial}/players/video`,
    `devices/${serial}x/status`,
    'devices/1234-5678-9012-345/status',
    'devices/+/status',
    'users//events',
    'users/x/events',
    'users/0002/events',
    'users/0/events',
    '$SYS/broker',
    `/devices/${serial}/status`,
  ])('does not parse %j', (topic) => {
    expect(parseTopic(topic)).toBeNull();
  });

  it('throws for no string', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void parseTopic(text)));
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => void parseTopic(`devices/${text}`)));
  });
});
