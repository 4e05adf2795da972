import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { voicesInUseHttp } from '@belfry/schemas/http/library/voices-in-use';
import { beforeEach, expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMessage } from '../../support/library.ts';
import { createMember } from '../../support/teams.ts';
import { resetVoices } from '../../support/voices.ts';

const [A, B, C] = ['A', 'B', 'C'].map((letter) => `de-DE-Standard-${letter}`) as [string, string, string];

let api: TestApi;
let owner: TestUser;
let main: NodePosition;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await resetVoices(api);
});
beforeEach(async () => {
  owner = await createUser(api);
  main = await createCompany(api, { user_id: owner.id, default_language: 'de', default_voice: A });
  await createCompany(api, { below: main, name: 'Hall' });
  await createCompany(api, { below: main, name: 'Yard', default_voice: B });
  await createMessage(api, owner, { variants: [{ language: 'fi', text: 'Hei' }] });
});

const list = async (caller = owner, query: object = {}) =>
  (await api.call(voicesInUseHttp.list, caller, { ...query })).body.languages;
const german = async () => (await list()).find(({ language }) => language === 'de');
const change = (voice_name: string | null, caller = owner, query: object = {}) =>
  api.call(voicesInUseHttp.change, caller, { language: 'de', voice_name, ...query });
const heardAs = async (voice: string): Promise<string> => {
  const said = { text: 'Hallo', language: 'de-DE', voice, place: '', time_zone: 'UTC', chime: 'none' } as const;
  return (await api.call(messagesHttp.preview, owner, said)).body.voice;
};

flow('a language is spoken by the voice of most of its places, others are named', async () => {
  expect((await list()).map(({ language, places, texts, people }) => [language, places, texts, people])).toEqual([
    ['de', 3, 0, 0],
    ['fi', 0, 1, 0],
    ['en', 0, 0, 1],
  ]);
  expect(await german()).toMatchObject({
    voice: { voice_name: A },
    others: [{ voice_name: B, places: 1 }],
    stands_in: 0,
  });
});

flow('one voice speaks a language at all places, until each has what it has chosen again', async () => {
  expect((await change(C)).status).toBe(200);
  expect(await german()).toMatchObject({ voice: { voice_name: C }, others: [], stands_in: 2 });
  expect([await heardAs(A), await heardAs(B), await heardAs(C)]).toEqual([C, C, C]);
  // The voices that it stood in for go on to the next one.
  await change(B);
  expect([await heardAs(A), await heardAs(B), await heardAs(C)]).toEqual([B, B, C]);
  await change(null);
  expect(await german()).toMatchObject({ voice: { voice_name: A }, others: [{ voice_name: B }], stands_in: 0 });
  expect(await findAuditBy(api.db, 'voice.map', [owner])).toHaveLength(3);
});

flow('a manager changes it, those who read texts see it, and nobody else does', async () => {
  const manager = await createMember(api, owner, main, { role: 'manager' });
  const planner = await createMember(api, owner, main, { role: 'planner' });
  const stranger = await createUser(api);
  const of = { user_id: owner.id };
  expect((await change(C, manager, of)).status).toBe(200);
  expect((await list(planner, of))[0]).toMatchObject({ language: 'de', voice: { voice_name: C } });
  for (const person of [planner, stranger]) expect((await change(null, person, of)).status).toBeGreaterThanOrEqual(403);
  expect((await api.call(voicesInUseHttp.list, stranger, of)).status).toBeGreaterThanOrEqual(403);
});

flow('a voice of another language, and one that is not offered, are refused', async () => {
  for (const name of ['fi-FI-Standard-A', 'de-DE-Standard-Z']) expect((await change(name)).status).toBe(422);
  expect(await german()).toMatchObject({ voice: { voice_name: A } });
});
