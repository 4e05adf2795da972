import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { proofOfPlayHttp } from '@belfry/schemas/http/announcements/proof-of-play';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSpeaker, nextPlay, report } from '../../support/announcements.ts';
import { statusOf } from '../../support/commands.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createPageSpeaker, join, mustTalk, openPage } from '../../support/live-pages.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
flow.beforeAll(({ lentStack }) => {
  stack = lentStack;
});
beforeEach(async () => {
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
});

/** Speaks for a moment, and waits until the page has ended. */
async function speak(audioUrl: string): Promise<void> {
  const talker = await mustTalk(stack, audioUrl);
  await talker.until('it is live', ({ state }) => state === 'live');
  for (let seq = 0; seq < 10; seq += 1) talker.say(seq);
  talker.finish(10);
  await talker.closed;
}

const runs = async () => (await stack.call(announcementsHttp.runs, owner)).body;

describe('the recording', () => {
  it('is played to those who were busy, where the speaker has chosen so, as a run of its own', async () => {
    const [listener, busy] = [await createPageSpeaker(stack, owner, main), await createPageSpeaker(stack, owner, main)];
    const page = await openPage(stack, owner, [listener.serial, busy.serial], { busy: 'afterwards' });
    expect((await join(listener)).params.busy).toBe('skip');
    await join(busy, 'busy');
    await speak(page.audio_url);
    for (const device of [listener, busy]) expect((await device.nextCommand()).command).toBe('page_close');
    const { params } = await nextPlay(busy);
    expect(params).toMatchObject({ priority: 'say_now', items: [{ duration_ms: 400 }] });
    expect(params.run_id).not.toBe(page.run_id);
    await report(busy, params.run_id, 'started', 'finished');
    const [recorded, live] = await until('both runs', runs, ([first]) => first?.state === 'finished');
    expect(recorded).toMatchObject({ kind: 'page', title: 'Recording of a live page', counts: { finished: 1 } });
    expect(live).toMatchObject({ run_id: page.run_id, recording: { sha256: params.items[0]?.sha256 } });
    const credentials = Buffer.from(`${busy.serial}:${busy.device.device_key}`).toString('base64');
    const sound = await stack.raw(
      audioContentHttp.download,
      null,
      { sha256: params.items[0]?.sha256 },
      {
        headers: { authorization: `Basic ${credentials}` },
      },
    );
    expect(sound.status).toBe(200);
    const range = {
      from: new Date(Date.now() - 60_000).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
    };
    const proof = (await stack.call(proofOfPlayHttp.places, owner, range)).body;
    expect(proof.filter(({ run_id }) => run_id === params.run_id)).toMatchObject([
      { kind: 'page', serial: busy.serial, state: 'finished' },
    ]);
    expect(listener.commands).toHaveLength(2);
    for (const device of [listener, busy]) await device.disconnect();
  });

  it('is not played to those who were busy otherwise', async () => {
    const [listener, busy] = [await createPageSpeaker(stack, owner, main), await createPageSpeaker(stack, owner, main)];
    const page = await openPage(stack, owner, [listener.serial, busy.serial], { busy: 'skip' });
    await join(listener);
    await join(busy, 'busy');
    await speak(page.audio_url);
    await until('the recording', async () => (await runs())[0]?.recording !== undefined);
    expect(await runs()).toHaveLength(1);
    for (const device of [listener, busy]) await device.disconnect();
  });

  it('is played to firmware that plays no live pages, also alone', async () => {
    const old = await createSpeaker(stack, owner, main);
    const page = await openPage(stack, owner, [old.serial]);
    expect(page).toMatchObject({ devices: 1, old: 1, path: 'record' });
    await speak(page.audio_url);
    const { command, params } = await nextPlay(old);
    expect([command, params.run_id]).toEqual(['play', page.run_id]);
    await report(old, page.run_id, 'started', 'finished');
    const [run] = await until('the end', runs, ([first]) => first?.state === 'finished');
    expect(run).toMatchObject({ run_id: page.run_id, kind: 'page', recording: { duration_ms: 400 } });
    await old.disconnect();
  });

  it('waits ten minutes for devices that are away', async () => {
    const [listener, away] = [await createPageSpeaker(stack, owner, main), await createPageSpeaker(stack, owner, main)];
    await away.status({ status: 'offline', abilities: ['page'] });
    await until('it is away', async () => (await statusOf(stack, away.serial)) === 'offline');
    const page = await openPage(stack, owner, [listener.serial, away.serial], { busy: 'afterwards' });
    await join(listener);
    await speak(page.audio_url);
    await until('the run for it', async () => (await runs()).length === 2);
    await away.status({ abilities: ['page'] });
    const { command, params, expires_at } = await nextPlay(away);
    expect(command).toBe('play');
    expect(params.run_id).not.toBe(page.run_id);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThan(601_000);
    for (const device of [listener, away]) await device.disconnect();
  });
});

it('a page in which nobody speaks leaves no recording', async () => {
  const device = await createPageSpeaker(stack, owner, main);
  const page = await openPage(stack, owner, [device.serial], { busy: 'afterwards' });
  await join(device);
  const talker = await mustTalk(stack, page.audio_url);
  talker.finish(0);
  await talker.closed;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pages where run_id = ${page.run_id}::uuid and recording_sha256 is null`.execute(
    stack.db,
  );
  expect(rows[0]?.n).toBe(1);
  await device.disconnect();
});
