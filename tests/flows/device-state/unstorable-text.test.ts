import { apiRoutes, rootRoutes, serviceRoutes } from '@belfry/api/composition/routes';
import type { Route } from '@belfry/api/http/routes/route';
import { createPool } from '@belfry/api/db/client';
import { describe, expect, it } from 'vitest';
import { SERVICE_SECRET, type TestApi } from '../../support/api.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';

let api: TestApi;
let root: TestUser;
/** The token of a directory. */
let directory: string;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  root = await createUser(api, { role: 'root' });
  const provider = { name: 'Login', issuer: 'https://login.example.com', client_id: 'a', client_secret: 'b' };
  const { provider_id } = await success(api.call(providersHttp.add, root, provider));
  directory = (await success(api.call(providersHttp.makeScimToken, root, { provider_id }))).token ?? '';
});

/** All routes of the api, with the prefix at which they are mounted. */
const routes = (): [prefix: string, route: Route][] => {
  const pool = createPool('postgres://127.0.0.1:1/none');
  return [
    ...apiRoutes.map((route): [string, Route] => ['/api', route]),
    ...rootRoutes.map((route): [string, Route] => ['', route]),
    ...serviceRoutes({ ...api, pool }).map((route): [string, Route] => ['/internal', route]),
  ];
};

/** An id that nothing has: rows of other tests, which may have been written past the api, are not read here. */
const NO_ID = '2147483647';

/** Calls a route as an authorised caller, with `text` as each path parameter. */
const callRoute = (
  prefix: string,
  { spec }: Route,
  { text = NO_ID, query = '', body }: Record<string, string | undefined>,
) =>
  (spec.access === 'service' ? api.internal : api)[spec.method](
    prefix + spec.path.replaceAll(/\{\w+\}/g, text) + query,
    {
      key: keyFor(spec),
      ...(spec.body && { body: body ?? '{}' }),
      ...(spec.bodyType && { headers: { 'content-type': spec.bodyType } }),
    },
  );

const keyFor = ({ access }: Route['spec']): string =>
  access === 'service' ? SERVICE_SECRET : access === 'scim' ? directory : root.key;

/** Valid JSON with text that Postgres cannot store. */
const BODIES = {
  NUL: String.raw`{"note":"a\u0000b"}`,
  'a lone high surrogate': String.raw`{"list":[{"name":"\ud83d"}]}`,
  'a lone low surrogate': String.raw`{"name":"\ude00 x"}`,
  'a lone surrogate in a name': String.raw`{"\ud800":1}`,
  '200 levels of nesting': `{"a":${'['.repeat(200)}${']'.repeat(200)}}`,
};

const { NUL, ...OTHERS } = BODIES;
/** Of the routes in the gate: all reject what cannot be stored in one place. */
const SHARE = 10;

describe('every route', () => {
  /** @param every one of so many routes */
  async function expectRejected(body: string, every = 1): Promise<void> {
    const withBody = routes().filter(([, { spec }]) => spec.body && !spec.bodyType);
    expect(withBody.length).toBeGreaterThan(100);
    for (const [prefix, route] of withBody.filter((_route, at) => at % every === 0)) {
      const answer = await callRoute(prefix, route, { body });
      expect({ path: route.spec.path, ...answer }).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      expect(answer.body.error).toMatch(/surrogate pair|nested deeper/);
    }
  }

  it('rejects a body with NUL', () => expectRejected(NUL));
  it.each(Object.entries(OTHERS))('of some rejects a body with %s', (_name, body) => expectRejected(body, SHARE));
  it.each(Object.entries(OTHERS))('rejects a body with %s', { tags: ['full'] }, (_name, body) => expectRejected(body));

  it('rejects a body of another type with NUL', async () => {
    const withText = routes().filter(([, { spec }]) => spec.bodyType);
    expect(withText).not.toEqual([]);
    for (const [prefix, route] of withText) {
      const answer = await callRoute(prefix, route, { body: 'serial\n\0' });
      expect({ path: route.spec.path, ...answer }).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
  });

  it('rejects NUL in its path and in its query', async () => {
    for (const [prefix, route] of routes()) {
      const answers = [
        await callRoute(prefix, route, { query: '?q=a%00b' }),
        await callRoute(prefix, route, { query: '?%00=1' }),
      ];
      if (route.spec.path.includes('{')) answers.push(await callRoute(prefix, route, { text: 'a%00b' }));
      for (const { status, body } of answers) {
        expect({ path: route.spec.path, status, ...body }).toMatchObject({ status: 400, code: 'invalid_input' });
        expect(body.error).toContain('NUL');
      }
    }
  });

  it('does not fail on half a surrogate pair in a URL', { tags: ['full'] }, async () => {
    for (const [prefix, route] of routes().filter(([, { spec }]) => spec.method === 'get')) {
      const answers = [await callRoute(prefix, route, { query: '?q=%ED%A0%80' })];
      if (route.spec.path.includes('{')) answers.push(await callRoute(prefix, route, { text: '%ED%A0%80' }));
      for (const { status } of answers)
        expect({ path: route.spec.path, status, failed: status >= 500 }).toMatchObject({ failed: false });
    }
  });
});

describe('valid text', () => {
  it('is returned as it was sent, also outside the basic plane', async () => {
    const name = 'Zoë 😀 𝒳 \u{10FFFF}';
    expect((await api.call(usersHttp.update, root, { name })).status).toBe(200);
    expect((await api.call(usersHttp.profile, root)).body['name']).toBe(name);
  });
});
