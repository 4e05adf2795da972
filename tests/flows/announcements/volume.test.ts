import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { topics } from '@belfry/schemas/mqtt/topics';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { expect, it } from 'vitest';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { nextPlay, type Speaker, createSpeaker } from '../../support/announcements.ts';

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
});

/** A device whose place has this limit and whose voice channel has this volume. */
async function speakerAt(volume: number, volume_max: number): Promise<Speaker> {
  const place = await createSpeaker(stack, owner, main, { volume_max });
  const player = {
    state: 'stop',
    current_track: null,
    position: 0,
    duration: 0,
    percentage: 0,
    playlist_length: 0,
    volume,
  };
  await place.publish(topics.player(place.serial, 'voice'), { ...player, at: new Date().toISOString() });
  await until('the volume is stored', async () => {
    const { players } = await stack.db
      .selectFrom('device_state')
      .select('players')
      .where('device_id', '=', place.device.device_id)
      .executeTakeFirstOrThrow();
    return players.voice?.volume === volume;
  });
  return place;
}

it('only devices that are louder than their limit are sent a volume, so that no device becomes louder', async () => {
  const places = [
    await speakerAt(80, 50),
    await speakerAt(20, 50),
    await speakerAt(50, 50),
    await speakerAt(60, 40),
    await speakerAt(90, 100),
    await createSpeaker(stack, owner, main, { volume_max: 30 }),
  ];
  await stack.call(sayHttp.say, owner, { text: 'Hello', targets: { devices: places.map(({ serial }) => serial) } });
  const plays = await Promise.all(places.map(nextPlay));
  expect(plays.map(({ params }) => params.volume)).toEqual([50, undefined, undefined, 40, undefined, 30]);
});
