import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { playerHttp } from '@belfry/schemas/http/player/player';
import { expect, it } from 'vitest';
import { createSpeaker } from '../../support/announcements.ts';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createCompany, createUser, type TestDevice } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
flow.beforeAll(({ lentStack }) => {
  stack = lentStack;
});

const as = (device: TestDevice) => ({ headers: { authorization: deviceAuthorization(device) } });

it('a device reads where it is, and the text of what it is to say in its own language; others read neither', async () => {
  const owner = await createUser(stack);
  const main = await createCompany(stack, { user_id: owner.id, name: 'Harbour Market' });
  const hall = await createSpeaker(stack, owner, main, {
    name: 'Hall',
    default_language: 'de',
    time_zone: 'Europe/Berlin',
  });
  const till = await createSpeaker(stack, owner, main, { name: 'Till' });
  try {
    expect((await stack.call(playerHttp.place, null, undefined, as(hall.device))).body).toEqual({
      name: 'Hall',
      place: 'Harbour Market',
      language: 'de',
      time_zone: 'Europe/Berlin',
    });
    const said = await stack.call(sayHttp.say, owner, {
      text: 'Wir schließen in zehn Minuten',
      targets: { devices: [hall.device.serial] },
    });
    const { run_id } = said.body;
    const read = ({ device }: typeof hall) => stack.call(playerHttp.run, null, { run_id }, as(device));
    const { body } = await until(
      'its part is planned',
      () => read(hall),
      ({ body: run }) => run.text !== null,
    );
    expect(body).toEqual({
      kind: 'say',
      priority: 'say_now',
      title: 'Wir schließen in zehn Minuten',
      text: 'Wir schließen in zehn Minuten',
      language: 'de',
    });
    expect((await read(till)).status).toBe(404);
    expect((await stack.call(playerHttp.run, owner, { run_id })).status).toBe(403);
    expect((await stack.call(playerHttp.place, null)).status).toBe(401);
  } finally {
    for (const { client } of [hall, till]) client.end(true);
  }
});
