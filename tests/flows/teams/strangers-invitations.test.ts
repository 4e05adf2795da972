import { invitationsHttp } from '@belfry/schemas/http/accounts/invitations';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { expect, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createShops } from '../../support/teams.ts';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { RATE_LIMIT_SCALE: '1' });
});

test('a stranger who invites an address as often as they may stops no invitation of others to it', async () => {
  const [stranger, honest] = [await createShops(api), await createShops(api)];
  const root = await createUser(api, { role: 'root' });
  const email = `wanted-${stranger.owner.id}@belfry.test`;
  const body = { company_id: stranger.main.company_id, email, role: 'viewer' as const };
  const { invitation_id } = (await api.call(teamsHttp.add, stranger.owner, body)).body;
  const resent: number[] = [];
  for (let call = 0; call < 6; call += 1)
    resent.push((await api.call(teamsHttp.resend, stranger.owner, { invitation_id })).status);
  expect(resent).toEqual([200, 200, 200, 200, 429, 429]);
  const own = { ...body, company_id: honest.main.company_id };
  expect((await api.call(teamsHttp.add, honest.owner, own)).status).toBe(201);
  expect((await api.call(invitationsHttp.invite, root, { email })).status).toBe(201);
});
