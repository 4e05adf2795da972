import { hashKey } from '@belfry/api/lib/keys';
import { hasRight } from '@belfry/schemas/domain/rights';
import { brokerAccessHttp } from '@belfry/schemas/http/service/internal';
import { compileAcl } from '@belfry/schemas/mqtt/authorize';
import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { expect } from 'vitest';
import { SERVICE_SECRET, type TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { findOpenCalls } from '../../support/guarded-calls.ts';
import { createMatrix } from '../../support/matrix.ts';
import {
  findWrongAnswers,
  MATRIX_CALLS,
  MATRIX_INPUTS,
  type MatrixActor,
  type MatrixPlace,
} from '../../support/rights-matrix.ts';

let api: TestApi;
let places: MatrixPlace[];
let actors: MatrixActor[];
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  ({ places, actors } = await createMatrix(api));
});

flow('every call at one of the places is answered as the roles and scopes declare', async () => {
  const scoped = MATRIX_CALLS.filter(({ scopes }) => scopes.length > 0);
  expect(scoped.map(({ name }) => name).sort()).toEqual(Object.keys(MATRIX_INPUTS).sort());
  const { calls, wrong } = await findWrongAnswers(api, actors, places, 'one place');
  const people = actors.filter((actor) => !actor.scopes).length;
  expect(calls).toBe(people * MATRIX_CALLS.length + MATRIX_CALLS.flatMap((call) => call.scopes).length);
  expect(wrong).toEqual([]);
});

flow('every call at every place is answered as the roles and scopes declare', { tags: ['full'] }, async () => {
  const { calls, wrong } = await findWrongAnswers(api, actors, places, 'every place');
  expect(calls).toBe(actors.length * places.length * MATRIX_CALLS.length);
  expect(wrong).toEqual([]);
});

flow(
  'every call of the api is closed to people whom its declaration does not name, and to one of such keys',
  async () => {
    const { routes, calls, wrong } = await findOpenCalls(api, actors, 'one key');
    expect(routes).toBeGreaterThan(200);
    expect(calls).toBeGreaterThan(700);
    expect(wrong).toEqual([]);
  },
);

flow('every call of the api is closed to those whom its declaration does not name', { tags: ['full'] }, async () => {
  const { calls, wrong } = await findOpenCalls(api, actors, 'every key');
  expect(calls).toBeGreaterThan(4_000);
  expect(wrong).toEqual([]);
});

flow(
  'a console may subscribe to the devices of those places at which its person reads, and a key connects not at all',
  async () => {
    const wrong = [];
    for (const actor of actors.filter(({ caller }) => caller !== null)) {
      const allowed = await subscriptionsOf(actor);
      for (const { name, serial } of places) {
        const isReader = actor.scopes === undefined && hasRight(actor.rightsAt(name), 'read');
        for (const filter of filters.readByConsole(serial))
          if (allowed(filter) !== isReader) wrong.push(`${actor.name} at ${name}: ${filter}`);
        if (allowed(topics.configDesired(serial))) wrong.push(`${actor.name} at ${name}: the desired configuration`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

/** What the access list of a console of this actor allows. */
async function subscriptionsOf({ caller, scopes }: MatrixActor): Promise<(filter: string) => boolean> {
  const key = caller?.key ?? '';
  // A program has no id that it knows; its key is tried with that of its account.
  const account = scopes ? await accountOf(key) : ((caller as { id?: number } | null)?.id ?? 0);
  const login = { clientid: consoleClientId(account, 'matrix'), username: String(account), password: key };
  const { body } = await api.internal.call(brokerAccessHttp.authenticate, { key: SERVICE_SECRET }, login);
  const rights = compileAcl(body.result === 'allow' ? (body.acl ?? []) : []);
  return (filter) => rights.allowed('subscribe', filter);
}

async function accountOf(key: string): Promise<number> {
  const hash = hashKey(key);
  const row = await api.db.selectFrom('api_keys').select('user_id').where('key_hash', '=', hash).executeTakeFirst();
  return row?.user_id ?? 0;
}
