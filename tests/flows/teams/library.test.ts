/** @module-tag full */
import { audioHttp, playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { dictionaryHttp, messagesHttp } from '@belfry/schemas/http/library/texts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createAudio, createMessage, tone, uploadAudio } from '../../support/library.ts';
import { addMember, type Chain, createChain, endMember } from '../../support/chain.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let chain: Chain;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  chain = await createChain(api);
});

const ENDPOINTS = { messages: messagesHttp, playlists: playlistsHttp, stations: stationsHttp, words: dictionaryHttp };
const BODIES = {
  messages: { name: 'Closing', variants: [{ language: 'en', text: 'We close' }] },
  playlists: { name: 'Morning' },
  stations: { name: 'Jazz', url: 'https://radio.example/jazz.mp3' },
  words: { language: 'en', word: 'Kg', spoken: 'kilogram' },
};
const KINDS = ['messages', 'playlists', 'stations', 'words'] as const;

describe.each(KINDS)('%s of an organisation', (kind) => {
  const { list, create, read, change, remove } = ENDPOINTS[kind];
  const made = async (): Promise<{ id: number }> => {
    const answer = await api.call(create, chain.owner, { ...BODIES[kind] });
    expect(answer.status).toBe(201);
    return answer.body;
  };

  it('are read by members whose role reads texts, and by nobody else', async () => {
    const { id } = await made();
    for (const member of [chain.viewer, chain.planner, chain.head, chain.neighbour]) {
      expect((await api.call(list, member)).body).toMatchObject([{ id }]);
      expect((await api.call(list, member, { user_id: chain.owner.id })).body).toMatchObject([{ id }]);
      expect((await api.call(read, member, { id })).status).toBe(200);
    }
    for (const other of [chain.technician, chain.stranger]) {
      expect((await api.call(list, other)).body).toEqual([]);
      expect((await api.call(read, other, { id })).status).toBe(404);
      expect((await api.call(remove, other, { id })).status).toBe(404);
    }
    expect((await api.call(list, chain.stranger, { user_id: chain.owner.id })).status).toBe(403);
    expect((await api.call(list, chain.technician, { user_id: chain.owner.id })).status).toBe(404);
  });

  it('are changed by their owner and those who plan for the whole tree, others by who has made them', async () => {
    const { id } = await made();
    for (const member of [chain.viewer, chain.planner, chain.neighbour]) {
      expect(await api.call(change, member, { id })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      expect((await api.call(remove, member, { id })).status).toBe(403);
    }
    expect((await api.call(change, chain.head, { id })).status).toBe(200);
    expect((await api.call(remove, chain.head, { id })).status).toBe(204);
  });

  it('of a member belong to the organisation', async () => {
    const { status, body } = await api.call(create, chain.planner, { ...BODIES[kind] });
    expect(status).toBe(201);
    expect((await api.call(list, chain.owner)).body).toMatchObject([{ id: body.id }]);
    expect((await api.call(change, chain.neighbour, { id: body.id })).status).toBe(403);
    expect((await api.call(change, chain.planner, { id: body.id })).status).toBe(200);
    expect((await api.call(remove, chain.planner, { id: body.id })).status).toBe(204);
    const acts = await api.db
      .selectFrom('audit_log')
      .select('action')
      .where('user_id', '=', chain.planner.id)
      .execute();
    expect(acts.map(({ action }) => action).toSorted()).toEqual(['library.change', 'library.create', 'library.delete']);
  });

  it('are not added by a viewer, also where no organisation is named', async () => {
    const refusal = { status: 403, body: { error: 'You may see this, but not change it' } };
    expect(await api.call(create, chain.viewer, { ...BODIES[kind] })).toMatchObject(refusal);
    expect((await api.call(list, chain.viewer)).body).toEqual([]);
    const named = { user_id: chain.owner.id, ...BODIES[kind] };
    expect((await api.call(create, chain.viewer, named)).status).toBe(404);
    expect((await api.call(create, chain.stranger, named)).status).toBe(403);
  });
});

describe('a member', () => {
  it('with an own tree adds to what it names, otherwise to its own', async () => {
    await createCompany(api, { user_id: chain.planner.id });
    const own = await createMessage(api, chain.planner, { name: 'Own' });
    const theirs = await createMessage(api, chain.planner, { name: 'Theirs', user_id: chain.owner.id });
    expect((await api.call(messagesHttp.list, chain.owner)).body).toMatchObject([{ id: theirs.id }]);
    expect((await api.call(messagesHttp.list, chain.planner)).body).toMatchObject([{ id: own.id }, { id: theirs.id }]);
    expect((await api.call(messagesHttp.list, chain.planner, { user_id: chain.planner.id })).body).toHaveLength(1);
  });

  it('whose membership ends finds nothing of the organisation, which keeps what they have made', async () => {
    const late = await createUser(api);
    const membership = await addMember(api.db, { company_id: chain.main, user_id: late.id, role: 'manager' });
    const { id } = await createMessage(api, late);
    await endMember(api.db, membership);
    await until('the membership has ended', async () => (await api.call(messagesHttp.list, late)).body.length === 0);
    expect((await api.call(messagesHttp.change, late, { id, name: 'Mine' })).status).toBe(404);
    expect((await api.call(messagesHttp.read, chain.owner, { id })).status).toBe(200);
  });

  it('whose membership has expired finds nothing', async () => {
    await createMessage(api, chain.owner);
    const late = await createUser(api);
    const expires_at = new Date(Date.now() - 1_000);
    await addMember(api.db, { company_id: chain.main, user_id: late.id, role: 'manager', expires_at });
    expect((await api.call(messagesHttp.list, late)).body).toEqual([]);
  });

  it('makes an emergency message only where they plan for all places, because all devices keep it', async () => {
    const emergency = { ...BODIES.messages, emergency: true };
    expect((await api.call(messagesHttp.create, chain.planner, emergency)).status).toBe(403);
    const { id } = await createMessage(api, chain.planner);
    expect((await api.call(messagesHttp.change, chain.planner, { id, emergency: true })).status).toBe(403);
    expect((await api.call(messagesHttp.create, chain.head, emergency)).status).toBe(201);
    await createCompany(api, { user_id: chain.owner.id });
    expect((await api.call(messagesHttp.create, chain.head, emergency)).status).toBe(403);
  });

  it('is not told what uses an object at other places', async () => {
    const audio = await uploadAudio(api, chain.planner, tone('mp3'));
    const playlist = { name: 'Secret', audio_ids: [audio.body.id] };
    expect((await api.call(playlistsHttp.create, chain.owner, playlist)).status).toBe(201);
    const refused = await api.call(audioHttp.remove, chain.planner, { id: audio.body.id });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'This audio file is in use. Please change that first.' },
    });
    expect((await api.call(audioHttp.remove, chain.owner, { id: audio.body.id })).body.error).toContain('Secret');
  });
});

describe('audio of an organisation', () => {
  it('is heard by members whose role reads texts, and by nobody else', async () => {
    const { status, body } = await uploadAudio(api, chain.planner, tone('wav'));
    expect(status).toBe(201);
    const { sha256 } = body;
    expect((await api.call(audioHttp.list, chain.owner)).body).toMatchObject([{ sha256 }]);
    for (const listener of [chain.owner, chain.viewer, chain.neighbour]) {
      expect((await api.raw(audioContentHttp.download, listener, { sha256 })).status).toBe(200);
      const { url } = (await api.call(audioContentHttp.createLink, listener, { sha256 })).body;
      expect((await fetch(api.url + url)).status).toBe(200);
    }
    for (const other of [chain.technician, chain.stranger]) {
      expect((await api.raw(audioContentHttp.download, other, { sha256 })).status).toBe(404);
      expect((await api.call(audioContentHttp.createLink, other, { sha256 })).status).toBe(404);
    }
  });

  it('that nobody has any more is found by administrators only', async () => {
    const { sha256 } = await createAudio(api, chain.owner, tone('flac'));
    await api.db.deleteFrom('audio_owners').where('sha256', '=', sha256).execute();
    expect((await api.raw(audioContentHttp.download, await createAdmin(api), { sha256 })).status).toBe(200);
    expect((await api.raw(audioContentHttp.download, chain.head, { sha256 })).status).toBe(404);
  });

  it('ends with the membership, also for an address that was made before', async () => {
    const late = await createUser(api);
    const membership = await addMember(api.db, { company_id: chain.main, user_id: late.id, role: 'viewer' });
    const { sha256 } = await createAudio(api, chain.owner, tone('mp3'));
    const { url } = (await api.call(audioContentHttp.createLink, late, { sha256 })).body;
    await endMember(api.db, membership);
    expect((await fetch(api.url + url)).status).toBe(404);
  });
});
