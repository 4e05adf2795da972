import { whereHttp } from '@belfry/schemas/http/places/where';
import { type IdentityProvider, providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer, firstOf, on, refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { answerWhere } from '../../testing/where-factory.ts';
import { SingleSignOnSettings } from './single-sign-on-settings.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const aProvider = (changes: Partial<IdentityProvider> = {}): IdentityProvider => ({
  provider_id: 3,
  owner_id: 1,
  owner_name: 'Owner',
  name: 'Example login',
  issuer: 'https://login.example.com',
  client_id: 'belfry',
  roles_claim: 'groups',
  trusts_email: false,
  asks_groups: true,
  passwords_allowed: true,
  show_on_sign_in: false,
  domains: [
    {
      domain: 'example.com',
      proven_at: null,
      proven_by: null,
      dns_name: '_belfry.example.com',
      dns_value: 'belfry-domain=x',
    },
  ],
  rules: [{ value: 'staff', company_id: 5, company_name: 'Shop', role: 'announcer', may_emergency: true }],
  people: 2,
  groups_left_out: 0,
  last_refusal: null,
  last_refusal_at: null,
  scim_token_made_at: null,
  redirect_uri: 'https://console.example.com/api/auth/oidc/3/callback',
  logout_uri: 'https://console.example.com/api/auth/oidc/3/logout',
  scim_uri: 'https://console.example.com/api/scim/v2',
  created_at: '2026-11-01T00:00:00.000Z',
  revision: 4,
  ...changes,
});

function open(providers: IdentityProvider[], more: Answer = () => undefined, role: 'user' | 'admin' = 'user') {
  const server = firstOf(
    more,
    on(providersHttp.list, () => providers),
    on(whereHttp.find, ({ body }) => answerWhere(body)),
  );
  return openPage(<SingleSignOnSettings />, server, {}, { role });
}

it('shows what has to be entered at the provider, its rules, and how a domain is proven', async () => {
  await open([aProvider()]);
  const card = within(await screen.findByRole('region', { name: 'Example login' }));
  card.getByText('https://console.example.com/api/auth/oidc/3/callback');
  card.getByText(/^staff: Announcer at Shop/);
  card.getByText('belfry-domain=x');
  expect(card.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

it('lets administrators confirm a domain', async () => {
  const confirmed = on(providersHttp.confirmDomain, () => aProvider());
  const { user, requestsTo } = await open([aProvider({ owner_id: 2 })], confirmed, 'admin');
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(requestsTo('/single-sign-on/providers/3/domains/example.com/confirm')).toHaveLength(1);
});

it('shows the token of the directory, and what a test has found', async () => {
  const server = firstOf(
    on(providersHttp.makeScimToken, () => ({ token: 'the-token' })),
    on(providersHttp.test, () => ({
      problem: null,
      issuer: null,
      authorization_endpoint: 'https://login.example.com/authorize',
      keys: 2,
      algorithms: ['RS256'],
      back_channel_logout: true,
    })),
  );
  const { user } = await open([aProvider()], server);
  await user.click(await screen.findByRole('button', { name: 'Make a token' }));
  await screen.findByText('the-token');
  await user.click(screen.getByRole('button', { name: 'Test' }));
  await screen.findByText(/^The provider answers and publishes 2 keys\. It can end sessions/);
});

it('shows why somebody was refused last, and of whom groups are left out', async () => {
  const last_refusal = 'a@example.com: not verified (claim email_verified)';
  await open([aProvider({ groups_left_out: 2, last_refusal, last_refusal_at: '2026-11-02T08:00:00.000Z' })]);
  await screen.findByText(/^Refused last, .*: a@example\.com: not verified \(claim email_verified\)$/);
  screen.getByText(/^The provider names no groups for 2 people/);
});

it('takes the issuer as the provider spells it', async () => {
  const nothing = { authorization_endpoint: null, keys: 0, algorithms: [], back_channel_logout: false };
  const issuer = 'https://login.example.com/';
  const server = firstOf(
    on(providersHttp.test, () => ({ ...nothing, problem: 'The provider calls itself otherwise', issuer })),
    on(providersHttp.change, () => aProvider({ issuer })),
  );
  const { user, requestsTo } = await open([aProvider()], server);
  await user.click(await screen.findByRole('button', { name: 'Test' }));
  await user.click(await screen.findByRole('button', { name: `Use ${issuer}` }));
  await screen.findByText('The issuer is changed. Test again.');
  const [{ body } = { body: null }] = requestsTo(providersHttp.change);
  expect(body).toMatchObject({ issuer, revision: 4, name: 'Example login', rules: [{ value: 'staff' }] });
  expect(body).not.toHaveProperty('client_secret');
});

it('changes a provider without its secret, and shows why it was refused', async () => {
  const refused = on(providersHttp.change, () => refusal(409, 'Somebody was faster.', 'edit_conflict'));
  const { user, requestsTo } = await open([aProvider()], refused);
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Name'), ' 2');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Somebody was faster.');
  const [{ body } = { body: null }] = requestsTo('/single-sign-on/providers/3', 'PUT');
  expect(body).toMatchObject({ name: 'Example login 2', revision: 4, domains: ['example.com'] });
  expect(body).not.toHaveProperty('client_secret');
});

it('offers the first place for a new rule, and sends the rule with it', async () => {
  const server = firstOf(on(providersHttp.change, () => aProvider()));
  const { user, requestsTo } = await open([aProvider({ rules: [] })], server);
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Add a rule' }));
  const rule = within(dialog.getByRole('group', { name: 'Rule 1' }));
  expect(await rule.findByText('Main')).toBeDefined();
  await user.type(rule.getByLabelText('Value or group'), 'staff');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() =>
    expect(requestsTo(providersHttp.change)[0]?.body).toMatchObject({
      rules: [{ value: 'staff', company_id: 1, role: 'viewer', may_emergency: false }],
    }),
  );
});
