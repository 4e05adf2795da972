import { expect, it } from 'vitest';
import { consoleClientId, ownsClientId, sessionIdOf } from './client-id.ts';

const serial = '1111-2222-3333-4444';

it.each([
  ['a device, whatever it calls itself', serial, 'mqttjs_1a2b', serial],
  ['a device without a client id', serial, '', serial],
  ['a device under the serial of another', serial, '5555-6666-7777-8888', serial],
  ['a console of ours', '7', consoleClientId(7, 'tab'), 'console-7-tab'],
  ['a console with a client id of another library', '7', 'mqttjs_1a2b', 'console-7-mqttjs_1a2b'],
  ['a console that claims the session of another user', '7', 'console-71-tab', 'console-7-console-71-tab'],
  ['a console that claims the session of a device', '7', serial, `console-7-${serial}`],
  ['a console that leaves the choice to the broker', '7', '', ''],
  ['the api', 'service', 'belfry-ingest', 'belfry-ingest'],
])('derives the session id of %s', (_who, username, clientId, session) => {
  expect(sessionIdOf(username, clientId)).toBe(session);
});

it.each([
  ['a device with its serial', serial, serial, true],
  ['a device with another client id', serial, 'mqttjs_1a2b', false],
  ['a device with the serial of another', serial, '5555-6666-7777-8888', false],
  ['a console of ours', '7', consoleClientId(7, 'tab'), true],
  ['a console with the client id of another user', '7', consoleClientId(71, 'tab'), false],
  ['a console with the serial of a device', '7', serial, false],
  ['a console without a client id', '7', '', false],
  ['anybody else', 'guest', 'belfry-ingest', false],
])('decides whether the client id of %s is the own one', (_who, username, clientId, own) => {
  expect(ownsClientId(username, clientId)).toBe(own);
});
