import { apiRoutes } from '@belfry/api/composition/routes';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { expect } from 'vitest';
import { createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';

/** What nobody does while working as somebody else: secrets, accounts, rights of others, and what acts with the rights of whoever has made it. */
const OWN_KEY_ONLY = `
  get /auth/sessions, delete /auth/sessions, delete /auth/sessions/{id},
  post /auth/two-factor/enrol, post /auth/two-factor/confirm, post /auth/two-factor/recovery-codes, post /auth/two-factor/disable,
  get /auth/passkeys, post /auth/passkeys/register/options, post /auth/passkeys/register/verify,
  put /auth/passkeys/{id}, post /auth/passkeys/{id}/remove,
  get /auth/organisation/second-factor, put /auth/organisation/second-factor,
  put /auth/change/password, put /users/settings, put /organisation/session, post /users/contact, post /users/contact/confirm,
  post /single-sign-on/providers, put /single-sign-on/providers/{provider_id}, delete /single-sign-on/providers/{provider_id},
  post /single-sign-on/providers/{provider_id}/test, post /single-sign-on/providers/{provider_id}/domains/{domain}/check,
  post /single-sign-on/providers/{provider_id}/domains/{domain}/confirm,
  post /single-sign-on/providers/{provider_id}/scim-token, delete /single-sign-on/providers/{provider_id}/scim-token,
  post /admin/user/add, put /admin/user/edit, post /admin/user/block, delete /admin/user/{id}, post /admin/users/bulk,
  delete /admin/users, post /admin/users/import, post /admin/user/two-factor/reset, post /admin/user/update_key,
  post /admin/user/impersonate, post /admin/invitations, delete /admin/invitations/{id},
  get /admin/backups, put /admin/backups/settings, post /admin/backups,
  post /members, post /people, put /members/{member_id}, post /invitations/{invitation_id}/resend, post /invitations/accept, post /api-keys,
  get /me/invitations, post /me/invitations/{invitation_id}/accept, post /me/invitations/{invitation_id}/decline,
  get /me/blocked-senders, delete /me/blocked-senders/{sender_id}, get /me/grants, post /me/grants/review,
  post /grants/{kind}/{grant_id}/take-over, post /grants/{kind}/{grant_id}/keep, post /grants/{kind}/{grant_id}/end,
  get /push/key, get /push/subscriptions, post /push/subscriptions, post /push/subscriptions/renew,
  post /push/subscriptions/{subscription_id}/test, delete /push/subscriptions/{subscription_id},
  post /webhooks, put /webhooks/{id}, post /webhooks/{id}/secret, delete /webhooks/{id}/secret,
  post /home-assistant, put /home-assistant/{id}, post /scenarios, put /scenarios/{id}, post /scenario-runs/{scenario_run_id}/confirm, post /destinations, put /destinations/{id}, post /screens, post /triggers/alerts/preview, post /triggers, put /triggers/{id}, post /triggers/{id}/secret,
  put /organisation/loudness, post /schedules/feed, delete /schedules/feed,
  get /voices/packs, post /voices/packs/{voice_name}, post /voices/packs, delete /voices/packs/{voice_name}
`
  .split(',')
  .map((call) => call.trim());

flow('whoever works as somebody else is refused what needs a key of their own', async ({ lentApi: api }) => {
  const declared = apiRoutes.filter(({ spec }) => spec.ownKeyOnly).map(({ spec }) => `${spec.method} ${spec.path}`);
  expect(declared.toSorted()).toEqual(OWN_KEY_ONLY.toSorted());
  const [root, other] = [await createUser(api, { role: 'root' }), await createUser(api, { role: 'root' })];
  const { user_key } = await success(api.call(userKeysHttp.impersonate, root, { user_id: other.id }));
  const answered = await Promise.all(
    declared.map(async (name) => {
      const [method = '', path = ''] = name.split(' ');
      const url = `${api.url}/api${path.replaceAll(/\{\w+\}/g, '1')}`;
      const answer = await fetch(url, { method: method.toUpperCase(), headers: { authorization: user_key } });
      return `${name}: ${answer.status} ${((await answer.json()) as { error: string }).error}`;
    }),
  );
  expect(answered).toEqual(
    declared.map((name) => `${name}: 403 This is not possible while you work as somebody else.`),
  );
});
