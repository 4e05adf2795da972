import { expect, it } from 'vitest';
import { consoleClientId, sessionIdOf } from './client-id.ts';

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
