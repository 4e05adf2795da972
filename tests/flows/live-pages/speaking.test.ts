import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { decodePageFrame } from '@belfry/schemas/mqtt/page-frames';
import { beforeEach, describe, expect, it } from 'vitest';
import { report } from '../../support/announcements.ts';
import { findAudit } from '../../support/audit.ts';
import { statusOf } from '../../support/commands.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createPageSpeaker, join, mustTalk, openPage, withoutCapture } from '../../support/live-pages.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
flow.beforeAll(({ lentStack }) => {
  stack = lentStack;
});
/** One open page per person. */
beforeEach(async () => {
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id, name: 'School' });
});

const runOf = async (run_id: string) => (await stack.call(announcementsHttp.run, owner, { run_id })).body;

describe('what somebody says', () => {
  it('reaches two devices byte for byte, is kept, and has a receipt of each', async () => {
    const [one, two] = [await createPageSpeaker(stack, owner, main), await createPageSpeaker(stack, owner, main)];
    const devices = [one, two];
    const page = await openPage(
      stack,
      owner,
      devices.map(({ serial }) => serial),
    );
    expect(page).toMatchObject({ devices: 2, offline: 0, old: 0, path: 'mqtt', codec: 'opus', frame_ms: 40 });
    const joined = await Promise.all(devices.map((device) => join(device)));
    expect(joined.map(({ isInvited }) => isInvited)).toEqual([true, true]);
    expect(joined[0]?.params).toMatchObject({
      run_id: page.run_id,
      chime: null,
      priority: 'say_now',
      busy: 'interrupt',
    });

    const talker = await mustTalk(stack, page.audio_url);
    await talker.until('both are ready', ({ state, counts }) => state === 'live' && counts.ready === 2);
    const sent = Array.from({ length: 25 }, (_, seq) => talker.say(seq));
    sent.push(talker.finish(sent.length));
    expect(await talker.closed).toBe(1000);
    await until('the frames', () => devices.every(({ frames }) => frames.length >= sent.length));
    for (const device of devices) expect(device.frames.map(withoutCapture)).toEqual(sent.map(withoutCapture));
    const captured = one.frames.map((frame) => decodePageFrame(frame)?.capturedAt ?? Number.NaN);
    expect(captured.every((at) => Math.abs(at - Date.now()) < 60_000)).toBe(true);
    expect(talker.states.at(-1)).toMatchObject({ state: 'ended', ended_by: 'closed', remaining_ms: 0 });

    const figures = { frames: 25, lost: 1, concealed: 1, late: 0, latency_ms: 240 };
    for (const device of devices) {
      const { command, correlation_id, params } = await device.nextCommand();
      expect([command, params]).toEqual(['page_close', { page_id: page.page_id }]);
      await device.respond({ correlation_id, result: { page_id: page.page_id, ...figures } });
      await report(device, page.run_id, 'started', 'finished');
    }
    const run = await until(
      'the end of the run',
      () => runOf(page.run_id),
      ({ state, recording, deliveries }) =>
        state === 'finished' && recording !== undefined && deliveries.every(({ frames }) => frames !== undefined),
    );
    expect(run).toMatchObject({ kind: 'page', counts: { finished: 2 }, recording: { duration_ms: 1_000 } });
    expect(run.deliveries.map(({ frames }) => frames)).toEqual([figures, figures]);
    const sound = await stack.raw(audioContentHttp.download, owner, { sha256: run.recording?.sha256 });
    expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/ogg']);
    expect(Buffer.from(await sound.arrayBuffer()).toString('latin1', 0, 4)).toBe('OggS');
    const stranger = await createUser(stack);
    const theirs = await stack.raw(audioContentHttp.download, stranger, { sha256: run.recording?.sha256 });
    expect(theirs.status).toBe(404);
    expect(await findAudit(stack.db, 'page.open', page.run_id)).toHaveLength(1);
    for (const device of devices) await device.disconnect();
  });

  it('begins with the chime and the volume that holds at the place', async () => {
    const loud = await createPageSpeaker(stack, owner, main);
    const limited = await createPageSpeaker(stack, owner, main, { volume_max: 40 });
    const choices = { chime: 'ding_dong', busy: 'wait', wait_s: 7 };
    const page = await openPage(stack, owner, [loud.serial, limited.serial], choices);
    const [first, second] = [await join(loud), await join(limited)];
    expect(first.params).toMatchObject({ busy: 'wait', wait_s: 7, chime: { duration_ms: expect.any(Number) } });
    expect(first.params).not.toHaveProperty('volume');
    expect(second.params.volume).toBe(40);
    expect((await stack.call(livePagesHttp.close, owner, { page_id: page.page_id })).body).toMatchObject({
      state: 'ended',
      ended_by: 'closed',
    });
    for (const device of [loud, limited]) await device.disconnect();
  });

  it('ends after a moment of silence', async () => {
    const device = await createPageSpeaker(stack, owner, main);
    const page = await openPage(stack, owner, [device.serial]);
    await join(device);
    const talker = await mustTalk(stack, page.audio_url);
    await talker.until('it is ready', ({ counts }) => counts.ready === 1);
    talker.say(0);
    expect(await talker.closed).toBe(1000);
    expect(talker.states.at(-1)).toMatchObject({ state: 'ended', ended_by: 'silence' });
    await device.disconnect();
  });

  it('ends with the socket of the speaker, and what was said stays', async () => {
    const device = await createPageSpeaker(stack, owner, main);
    const page = await openPage(stack, owner, [device.serial]);
    await join(device);
    const talker = await mustTalk(stack, page.audio_url);
    for (let seq = 0; seq < 10; seq += 1) talker.say(seq);
    await until('the frames', () => device.frames.length >= 10);
    talker.socket.terminate();
    const state = await until(
      'the end',
      async () => (await stack.call(livePagesHttp.read, owner, { page_id: page.page_id })).body,
      ({ state }) => state === 'ended',
    );
    expect(state.ended_by).toBe('socket');
    await until('the recording', async () => (await runOf(page.run_id)).recording?.duration_ms === 400);
    await device.disconnect();
  });

  it('ends where the announcement is stopped', async () => {
    const device = await createPageSpeaker(stack, owner, main);
    const page = await openPage(stack, owner, [device.serial]);
    await join(device);
    const talker = await mustTalk(stack, page.audio_url);
    await talker.until('it is ready', ({ counts }) => counts.ready === 1);
    expect((await stack.call(announcementsHttp.stop, owner, { run_id: page.run_id })).status).toBe(200);
    await talker.closed;
    expect(talker.states.at(-1)).toMatchObject({ state: 'ended', ended_by: 'closed' });
    await device.disconnect();
  });
});

it('a place that was away joins in the middle', async () => {
  const device = await createPageSpeaker(stack, owner, main);
  await device.status({ status: 'offline', abilities: ['page'] });
  await until('it is away', async () => (await statusOf(stack, device.serial)) === 'offline');
  const page = await openPage(stack, owner, [device.serial]);
  expect(page.offline).toBe(1);
  const talker = await mustTalk(stack, page.audio_url);
  await talker.until('it is known to be away', ({ counts }) => counts.offline === 1);
  await device.status({ abilities: ['page'] });
  expect((await join(device, 'late')).isInvited).toBe(true);
  await talker.until('it has joined', ({ state, counts }) => state === 'live' && counts.late === 1);
  talker.finish(0);
  await talker.closed;
  await device.disconnect();
});
