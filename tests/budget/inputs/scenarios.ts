import { SCENARIO_ACTIONS_MAX, SCREEN_TEXT_MAX } from '@belfry/schemas/http/scenarios/actions';
import { CONTACTS_MAX, contactGroupsHttp } from '@belfry/schemas/http/scenarios/contacts';
import { destinationsHttp } from '@belfry/schemas/http/scenarios/destinations';
import { SCREEN_TEXTS_MAX, screensHttp } from '@belfry/schemas/http/scenarios/screens';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { sql } from 'kysely';
import { body, done, next, params, query, type Inputs, type Tools } from './input.ts';

/** Receipts of a run: what one action has at most. */
const RECEIPTS = 5_000;

/** Calls about scenarios with as many actions and contacts as one may have. */
export function scenarioInputs({ api, db, of }: Tools): Inputs {
  const { main, owner } = of;
  const targets = { nodes: [main] };
  const scenario = () => ({
    name: `Scenario ${next()}`,
    company_id: main,
    actions: Array.from({ length: SCENARIO_ACTIONS_MAX }, () => ({ kind: 'say' as const, text: 'Hello', targets })),
  });
  const quiet = () => ({ ...scenario(), actions: [{ kind: 'silence' as const, minutes: 5 }] });
  const destination = () => ({
    name: `Chat ${next()}`,
    service: 'slack' as const,
    // Nothing is there.
    url: 'https://tickets.invalid/hook',
    company_id: main,
  });
  async function clear(): Promise<void> {
    for (const table of ['scenarios', 'destinations', 'contact_groups', 'screens'] as const)
      await db.deleteFrom(table).where('owner_id', '=', owner.id).execute();
  }
  async function newScenario(fields = scenario()) {
    await clear();
    return done(api.call(scenariosHttp.create, owner, fields as never));
  }
  async function newDestination() {
    await clear();
    return done(api.call(destinationsHttp.create, owner, destination()));
  }
  async function newScreen() {
    await clear();
    return done(api.call(screensHttp.create, owner, { name: `Hall ${next()}`, company_id: main }));
  }
  /** Texts that go on at a device, as many as it shows. */
  async function newTexts() {
    const { scenario_run_id } = await newRun();
    await sql`update scenario_run_actions set state = 'active' where scenario_run_id = ${scenario_run_id}::uuid`.execute(
      db,
    );
    const { rows } = await sql<{ id: number }>`
      insert into scenario_screens (receipt_id, device_id, text, colour)
      select receipt_id, (select device_id from devices where serial = ${of.serials[1]}), repeat('x', ${SCREEN_TEXT_MAX}), 'red' from scenario_receipts
      where scenario_run_id = ${scenario_run_id}::uuid order by receipt_id limit ${SCREEN_TEXTS_MAX}
      returning receipt_id::int as id`.execute(db);
    return rows.map(({ id }) => id);
  }
  async function newGroup() {
    await clear();
    const group = await done(api.call(contactGroupsHttp.create, owner, { name: 'Parents', company_id: main }));
    await sql`insert into contacts (group_id, position, name, email, language)
      select ${group.id}, n, 'Contact ' || n, 'contact' || n || '@belfry.test', 'en' from generate_series(1, ${CONTACTS_MAX}) n`.execute(
      db,
    );
    return group;
  }
  /** @param fields of its state */
  async function newRun({ two_people = false } = {}): Promise<{ scenario_run_id: string }> {
    const { id } = await newScenario({ ...quiet(), ...(two_people && { two_people }) } as never);
    const { scenario_run_id } = await done(api.call(scenariosHttp.start, owner, { id }));
    await sql`insert into scenario_receipts (scenario_run_id, index, who, state, at, person, recipient, lang, token_hash)
      select ${scenario_run_id}::uuid, 0, 'Person ' || n, 'accepted', now(), n, n || '@belfry.test', 'en', sha256((${scenario_run_id} || n)::bytea)
      from generate_series(1, ${RECEIPTS}) n`.execute(db);
    return { scenario_run_id };
  }
  const goesOn = async (): Promise<{ scenario_run_id: string }> => {
    const run = await newRun();
    await sql`update scenario_runs set state = 'running', ended_at = null where scenario_run_id = ${run.scenario_run_id}::uuid`.execute(
      db,
    );
    return run;
  };
  const confirming = async (): Promise<{ scenario_run_id: string }> => {
    const run = await newRun({ two_people: true });
    await sql`update scenario_runs set started_by = null where scenario_run_id = ${run.scenario_run_id}::uuid`.execute(
      db,
    );
    return run;
  };
  const contacts = Array.from({ length: CONTACTS_MAX }, (_, n) => `Contact ${n},contact${n}@belfry.test,,en`);
  const unknown = { refused: 'no link of a message is known here' };
  return {
    'get /scenarios': [query({ company_id: main })],
    'get /scenarios/tiles': [query({ company_id: main })],
    'post /scenarios': [
      async () => {
        await clear();
        return body(scenario());
      },
    ],
    'get /scenarios/{id}': [async () => params({ id: (await newScenario()).id })],
    'put /scenarios/{id}': [
      async () => {
        const { id, revision } = await newScenario();
        const { company_id: _node, ...fields } = scenario();
        return { params: { id }, body: { ...fields, enabled: true, revision } };
      },
    ],
    'delete /scenarios/{id}': [async () => params({ id: (await newScenario()).id })],
    'post /scenarios/{id}/check': [async () => params({ id: (await newScenario()).id })],
    'post /scenarios/check': [body({ company_id: main, actions: scenario().actions })],
    'post /scenarios/{id}/start': [
      async () => ({ params: { id: (await newScenario(quiet() as never)).id }, body: { drill: true } }),
    ],
    'get /scenario-runs': [
      async () => {
        await newRun();
        return query({ page: 1, page_size: 500 });
      },
    ],
    'get /scenario-runs/{scenario_run_id}': [
      async () => ({ params: await newRun(), query: { receipts: 'all' } }),
      async () => ({ params: await newRun(), query: { receipts: 'none' } }),
    ],
    'get /scenario-runs/{scenario_run_id}/receipts': [
      async () => ({ params: await newRun(), query: { index: 0, only: 'unanswered', page: 10, page_size: 500 } }),
    ],
    'post /scenario-runs/{scenario_run_id}/ask-again': [async () => params(await newRun())],
    'get /scenario-runs/{scenario_run_id}/report.csv': [async () => params(await newRun())],
    'post /scenario-runs/{scenario_run_id}/confirm': [async () => params(await confirming())],
    'post /scenario-runs/{scenario_run_id}/decline': [async () => params(await confirming())],
    'post /scenario-runs/{scenario_run_id}/end': [async () => params(await goesOn())],
    'get /destinations': [query({ company_id: main })],
    'post /destinations': [
      async () => {
        await clear();
        return body(destination());
      },
    ],
    'get /destinations/{id}': [async () => params({ id: (await newDestination()).id })],
    'put /destinations/{id}': [
      async () => {
        const { id, revision } = await newDestination();
        const { company_id: _node, ...fields } = destination();
        return { params: { id }, body: { ...fields, revision } };
      },
    ],
    'delete /destinations/{id}': [async () => params({ id: (await newDestination()).id })],
    'post /destinations/{id}/test': [async () => params({ id: (await newDestination()).id })],
    'get /screens': [query({ company_id: main })],
    'post /screens': [
      async () => {
        await clear();
        return body({ name: `Hall ${next()}`, company_id: main });
      },
    ],
    'get /screens/{id}': [async () => params({ id: (await newScreen()).id })],
    'put /screens/{id}': [
      async () => {
        const { id, revision } = await newScreen();
        return { params: { id }, body: { name: 'Foyer', revision } };
      },
    ],
    'delete /screens/{id}': [async () => params({ id: (await newScreen()).id })],
    'post /screens/show': [async () => body({ token: (await newScreen()).url.split('#').at(-1) ?? '' })],
    'post /player/screen': [
      async () => ({ ...body({ shown: await newTexts() }), authorization: of.deviceCredentials }),
    ],
    'get /contact-groups': [query({ company_id: main })],
    'post /contact-groups': [
      async () => {
        await clear();
        return body({ name: 'Parents', company_id: main });
      },
    ],
    'get /contact-groups/{id}/contacts': [async () => params({ id: (await newGroup()).id })],
    'put /contact-groups/{id}': [
      async () => {
        const { id, revision } = await newGroup();
        return { params: { id }, body: { name: 'Pupils', revision } };
      },
    ],
    'post /contact-groups/{id}/import': [
      async () => {
        // Mails to those who were never asked have a budget of their own (MAIL-9), and are sent one after another for some time.
        await sql`insert into confirmed_recipients (channel, recipient, token_hash)
          select 'mail', 'contact' || n || '@belfry.test', sha256(n::text::bytea) from generate_series(0, ${CONTACTS_MAX}) n
          on conflict do nothing`.execute(db);
        return {
          params: { id: (await newGroup()).id },
          body: ['name,email,phone,language', ...contacts].join('\n'),
          headers: { 'content-type': 'text/csv' },
        };
      },
    ],
    'delete /contact-groups/{id}': [async () => params({ id: (await newGroup()).id })],
    'post /answers/asked': [{ body: { token: 'abcdefghijkl' }, ...unknown }],
    'post /answers': [{ body: { token: 'abcdefghijkl', answer: 'safe' }, ...unknown }],
  };
}
