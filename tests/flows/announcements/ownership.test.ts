import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { proofOfPlayHttp } from '@belfry/schemas/http/announcements/proof-of-play';
import { MAX_INT4 } from '@belfry/schemas/domain/limits';
import { describe, expect, it } from 'vitest';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { nextPlay, report, type Speaker, createSpeaker } from '../../support/announcements.ts';

let stack: Stack;
const people: Record<'owner' | 'stranger' | 'admin', TestUser> = {} as never;
let main: NodePosition;
let place: Speaker;
let runId: string;
let from: string;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  from = new Date(Date.now() - 60_000).toISOString();
  people.owner = await createUser(stack);
  people.stranger = await createUser(stack);
  people.admin = await createAdmin(stack);
  main = await createCompany(stack, { user_id: people.owner.id, name: 'School' });
  place = await createSpeaker(stack, people.owner, main, { name: '=HYPERLINK("x")' });
  runId = (await stack.call(sayHttp.say, people.owner, { text: '@Lunch', targets: { devices: [place.serial] } })).body
    .run_id;
  await nextPlay(place);
  await report(place, runId, 'started', 'finished');
  await until(
    'the receipt',
    async () => (await stack.call(announcementsHttp.run, people.owner, { run_id: runId })).body.state === 'finished',
  );
});

const range = () => ({ from, to: new Date(Date.now() + 60_000).toISOString() });

describe('an announcement', () => {
  it.each([
    ['owner', 200],
    ['admin', 200],
    ['stranger', 404],
  ] as const)('is read by its %s: %s', async (who, status) => {
    const { key } = people[who];
    expect((await stack.call(announcementsHttp.run, { key }, { run_id: runId })).status).toBe(status);
    const list = await stack.call(announcementsHttp.runs, { key });
    expect(list.body.some(({ run_id }) => run_id === runId)).toBe(status === 200);
    const proof = await stack.call(proofOfPlayHttp.places, { key }, range());
    const seen = proof.body.filter((row) => who !== 'admin' || row.run_id === runId);
    expect(seen.length).toBe(status === 200 ? 1 : 0);
  });

  it('cannot be made at a device of somebody else', async () => {
    const body = { text: 'x', targets: { devices: [place.serial] } };
    expect((await stack.call(sayHttp.say, people.stranger, body)).status).toBe(404);
    const preview = await stack.call(sayHttp.preview, people.stranger, { ...body });
    expect(preview.status).toBe(404);
  });

  it('is stopped neither by a stranger nor twice', async () => {
    const stop = ({ key }: TestUser) => stack.call(announcementsHttp.stop, { key }, { run_id: runId });
    expect((await stop(people.stranger)).status).toBe(404);
    expect((await stop(people.owner)).status).toBe(409);
  });
});

describe('proof of play', () => {
  it('names run, place and times, of a node with all below it', async () => {
    const asked = { ...range(), company_id: main.company_id };
    const { body, headers } = await stack.call(proofOfPlayHttp.places, people.owner, asked);
    expect(headers.get('x-total-count')).toBe('1');
    expect(body).toMatchObject([
      { run_id: runId, title: '@Lunch', state: 'finished', serial: place.serial, started_at: expect.any(String) },
    ]);
  });

  it.each([
    ['admin', 'owner', 200, 1],
    ['admin', 'stranger', 200, 0],
    ['owner', 'owner', 200, 1],
    ['stranger', 'owner', 403, 0],
  ] as const)('asked by the %s about the %s alone answers %s', async (caller, owner, status, count) => {
    const query = { ...range(), user_id: people[owner].id };
    const list = await stack.call(proofOfPlayHttp.places, people[caller], query);
    const file = await stack.raw(proofOfPlayHttp.csv, people[caller], query);
    const text = await file.text();
    expect([list.status, file.status]).toEqual([status, status]);
    if (status === 200) expect([list.body.length, text.trim().split('\r\n').length - 1]).toEqual([count, count]);
  });

  it.each([
    ['admin', 404],
    ['owner', 403],
  ] as const)('asked by the %s about an account that does not exist answers %i', async (caller, status) => {
    for (const endpoint of [proofOfPlayHttp.places, proofOfPlayHttp.csv])
      expect((await stack.call(endpoint, people[caller], { ...range(), user_id: MAX_INT4 })).status).toBe(status);
  });

  it('of two times, of which one begins where the other ends, has each announcement once', async () => {
    const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    const delivery = stack.db.updateTable('announcement_deliveries').where('run_id', '=', runId);
    await delivery.set({ at }).execute();
    const count = async (from: number, to: number): Promise<number> => {
      const [begin, end] = [from, to].map((ms) => new Date(at.getTime() + ms).toISOString());
      return (await stack.call(proofOfPlayHttp.places, people.owner, { from: begin, to: end })).body.length;
    };
    expect([await count(-1_000, 0), await count(0, 1_000)]).toEqual([0, 1]);
  });

  it('as CSV has no formulas', async () => {
    const response = await stack.raw(proofOfPlayHttp.csv, people.owner, range());
    const [head, line] = (await response.text()).split('\r\n');
    expect(head).toContain('at,kind,title,place,serial,state');
    expect(line).toContain(`'@Lunch`);
    expect(line).toContain(`"'=HYPERLINK`);
  });
});
