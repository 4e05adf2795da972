import { rightsOfRole } from '@belfry/schemas/domain/rights';
import { SCOPES } from '@belfry/schemas/domain/scopes';
import { API_KEYS_MAX, apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { LET_IN_PLACES_MAX } from '@belfry/schemas/http/teams/people';
import { sql } from 'kysely';
import { createUser } from '../../support/factories.ts';
import { makeMember } from '../../support/teams.ts';
import { mailTo, tokenIn } from '../../support/outbox.ts';
import { body, done, next, params, query, type Inputs, type Tools } from './input.ts';

/** Members of one node, and nodes at which one person is member. */
const MEMBERS = 200;
const MEMBERSHIPS = 50;
const INVITATIONS = 100;
/** Rows of the organisation in the audit; the first 10,000 are listed. */
const AUDITED = 30_000;

/** Calls about members, keys of programs and the audit. */
export function teamInputs({ api, db, config, of }: Tools): Inputs {
  const { main, elements, nodes } = of;
  const [crowded = main] = nodes;
  const rights = rightsOfRole('manager', { mayEmergency: true });
  const inAYear = (): string => new Date(Date.now() + 365 * 86_400_000).toISOString();

  /** A node with as many members as it may have: a device, since each membership has a row for everything below it. */
  const members = once(async () => {
    await sql`
      insert into memberships (company_id, user_id, role, rights)
      select ${crowded}, id, 'manager', ${rights} from users where email like ${`${of.crowd}%`} order by id limit ${MEMBERS}`.execute(
      db,
    );
  });
  /** A member of as many nodes as a person may be. */
  const member = once(async () => {
    const user = await createUser({ db });
    await sql`
      insert into memberships (company_id, user_id, role, rights)
      select unnest(${elements.slice(0, MEMBERSHIPS)}::int4[]), ${user.id}, 'manager', ${rights}`.execute(db);
    return user;
  });
  /** A member of the whole tree, which has a row for each of its nodes. */
  async function memberOfAll(): Promise<{ member_id: number }> {
    const user = await createUser({ db });
    return { member_id: await makeMember(api, of.owner, { company_id: main }, { user, role: 'viewer' }) };
  }
  const invite = async (email: string): Promise<number> => {
    const added = await done(api.call(teamsHttp.add, of.owner, { company_id: main, email, role: 'manager' }));
    return added.invitation_id;
  };
  const invited = once(async () => {
    for (let n = 0; n < INVITATIONS - 10; n++) await invite(`member-${next()}@example.com`);
  });
  async function invitation(): Promise<{ email: string; token: string }> {
    const email = `token-${next()}@example.com`;
    await invite(email);
    return { email, token: tokenIn((await mailTo({ config }, email)).text) };
  }
  const newKey = async (): Promise<number> => {
    const key = { name: `Till ${next()}`, scopes: [...SCOPES], company_id: main, expires_at: inAYear() };
    return (await done(api.call(apiKeysHttp.create, of.owner, key))).id;
  };
  const ownInvitation = async () => {
    const { email, key } = await createUser({ db });
    return { authorization: key, params: { invitation_id: await invite(email) } };
  };
  /** A key of somebody who may not create it any more. */
  const stoppedKey = async () => {
    const grant_id = await newKey();
    const row = {
      kind: 'api_key',
      grant_id,
      owner_id: of.owner.id,
      granted_by_name: 'Max',
      reason: 'removed',
    } as const;
    await db.insertInto('stopped_grants').values(row).execute();
    return { kind: 'api_key', grant_id };
  };
  /** One less than there may be; each has a row for each node of the tree. */
  const keys = once(async () => {
    const companies = nodes.slice(1, API_KEYS_MAX - 3);
    for (const company_id of companies)
      await done(
        api.call(apiKeysHttp.create, of.owner, {
          name: `Till ${next()}`,
          scopes: [...SCOPES],
          company_id,
          expires_at: inAYear(),
        }),
      );
  });
  const audited = once(async () => {
    const changed = JSON.stringify({ name: 'x'.repeat(200), note: 'x'.repeat(1_000) });
    await sql`
      insert into audit_log (user_id, action, object_kind, object_id, company_id, owner_id, before, after, door)
      select ${of.owner.id}, 'company.update', 'company', ${String(main)}, ${main}, ${of.owner.id}, ${changed}::jsonb, ${changed}::jsonb, 'rest'
      from generate_series(1, ${AUDITED})`.execute(db);
  });
  /** Input that needs something to be there. */
  const after =
    <T>(prepared: () => Promise<T>, input: (made: T) => object) =>
    async (): Promise<object> =>
      input(await prepared());

  return {
    'get /me/rights': [after(member, ({ key }) => ({ authorization: key }))],
    'get /me/access': [after(member, ({ key }) => ({ authorization: key }))],
    'get /members/access/{user_id}': [after(member, ({ id }) => params({ user_id: id }))],
    'get /members/access/{user_id}/nodes': [
      after(member, ({ id }) => ({ ...params({ user_id: id }), ...query({ page: 1, page_size: 100 }) })),
    ],
    'get /members': [after(members, () => query({ company_id: crowded }))],
    'post /members': [
      async () => body({ company_id: main, email: (await createUser({ db })).email, role: 'manager', lang: 'ru' }),
      async () => body({ company_id: main, email: `member-${next()}@example.com`, role: 'manager', lang: 'ru' }),
    ],
    'get /people': [
      after(members, () => query({ page_size: 500 })),
      query({ q: 'e', kind: 'members', page_size: 500 }),
    ],
    'post /people': [
      async () =>
        body({
          email: `member-${next()}@example.com`,
          places: nodes.slice(0, LET_IN_PLACES_MAX).map((company_id) => ({ company_id, role: 'viewer' })),
        }),
    ],
    'put /members/{member_id}': [async () => ({ params: await memberOfAll(), body: { role: 'manager' } })],
    'delete /members/{member_id}': [async () => params(await memberOfAll())],
    'get /invitations': [after(invited, () => query({ company_id: main }))],
    'post /invitations/{invitation_id}/resend': [
      async () => params({ invitation_id: await invite(`member-${next()}@example.com`) }),
    ],
    'delete /invitations/{invitation_id}': [
      async () => params({ invitation_id: await invite(`member-${next()}@example.com`) }),
    ],
    'post /invitations/read': [async () => body({ token: (await invitation()).token })],
    'post /invitations/accept': [
      async () => {
        const { email, token } = await invitation();
        return { authorization: (await createUser({ db }, { email })).key, body: { token } };
      },
    ],
    'post /me/invitations/{invitation_id}/accept': [ownInvitation],
    'post /me/invitations/{invitation_id}/decline': [
      async () => ({ ...(await ownInvitation()), body: { block: true } }),
    ],
    'delete /me/blocked-senders/{sender_id}': [
      async () => {
        const { id, key } = await createUser({ db });
        await db.insertInto('blocked_senders').values({ user_id: id, sender_id: of.owner.id }).execute();
        return { authorization: key, params: { sender_id: of.owner.id } };
      },
    ],
    'post /grants/{kind}/{grant_id}/take-over': [async () => params(await stoppedKey())],
    'post /grants/{kind}/{grant_id}/keep': [async () => params(await stoppedKey())],
    'post /grants/{kind}/{grant_id}/end': [async () => params(await stoppedKey())],
    'post /me/grants/review': [async () => body({ end: [{ kind: 'api_key', grant_id: await newKey() }] })],
    'get /api-keys': [after(keys, () => ({}))],
    'post /api-keys': [
      async () => {
        await db.deleteFrom('api_keys').where('company_id', '=', main).execute();
        return body({ name: 'x'.repeat(60), scopes: [...SCOPES], company_id: main, expires_at: inAYear() });
      },
    ],
    'delete /api-keys/{id}': [async () => params({ id: await newKey() })],
    'get /audit': [after(audited, () => query({ page: 1, page_size: 100 }))],
    'get /audit.csv': [after(audited, () => query({}))],
    'get /audit.jsonl': [after(audited, () => query({}))],
    'get /audit/verify': [after(audited, () => ({}))],
  };
}

/** Makes a value when it is first needed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
