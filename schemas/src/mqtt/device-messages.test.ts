import { expect, it } from 'vitest';
import { deviceMessageLimits, MAX_DEVICE_PAYLOAD_BYTES } from './device-messages.ts';
import { topics } from './topics.ts';

const SERIAL = '1111-2222-3333-4444';
const KIB = 1024;

it.each([
  [topics.status(SERIAL), { maxBytes: 4 * KIB, retained: true }],
  [topics.player(SERIAL, 'radio'), { maxBytes: 4 * KIB, retained: true }],
  [topics.metrics(SERIAL), { maxBytes: 16 * KIB, retained: false }],
  [topics.inputs(SERIAL), { maxBytes: 4 * KIB, retained: false }],
  [topics.outputs(SERIAL), { maxBytes: 4 * KIB, retained: true }],
  [topics.responses(SERIAL), { maxBytes: 64 * KIB, retained: false }],
  [topics.configReported(SERIAL), { maxBytes: 64 * KIB, retained: true }],
  [topics.commands(SERIAL), null],
  [topics.configDesired(SERIAL), null],
  [`devices/${SERIAL}/players/video`, null],
  [`devices/${SERIAL}/players`, null],
  [topics.fleetCommands, null],
  ['anything', null],
])('a device message on %s has the limits %j', (topic, limits) => {
  expect(deviceMessageLimits(topic)).toEqual(limits);
});

it('returns the maximum payload of all kinds', () => {
  expect(MAX_DEVICE_PAYLOAD_BYTES).toBe(64 * KIB);
});
