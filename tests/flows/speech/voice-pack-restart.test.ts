/** @module-tag full */
import { voicePacksHttp } from '@belfry/schemas/http/speech/voice-packs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser } from '../../support/factories.ts';
import { startVoiceServer } from '../../support/providers/voice-server.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

const NAME = 'lv-LV-Piper-Aivars-medium';

let server: Awaited<ReturnType<typeof startVoiceServer>>;
let stack: Stack;
beforeAll(async () => {
  server = await startVoiceServer([{ name: NAME, behaviour: { hangs: true } }]);
  stack = await startStack({ RATE_LIMIT_SCALE: '1000', ...server.settings });
});
afterAll(async () => {
  await stack.stop();
  await server.stop();
});

it('a download goes on where it was after the api has ended in the middle of it', async () => {
  const root = await createUser(stack, { role: 'root' });
  const pack = async () =>
    (await stack.call(voicePacksHttp.list, root)).body.packs.find(({ voice_name }) => voice_name === NAME);
  expect((await stack.call(voicePacksHttp.install, root, { voice_name: NAME, accepted_licence: 'cc0' })).status).toBe(
    202,
  );
  await until('the beginning is stored', async () => ((await pack())?.received ?? 0) > 0);
  await stack.stopApi();
  server.behave(NAME, {});
  await stack.startApi();
  const ended = await until('it has ended', pack, (now) => now?.state === 'ready' || now?.state === 'failed');
  expect(ended).toMatchObject({ state: 'ready', error: null });
  const ranges = server.requestsFor(NAME).flatMap(({ range }) => range ?? []);
  // What was on the disk is not fetched again.
  expect(ranges).toHaveLength(1);
  expect(Number(/^bytes=(\d+)-$/.exec(ranges[0] ?? '')?.[1])).toBeGreaterThan(0);
});
