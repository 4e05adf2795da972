import type { Passkey } from '@belfry/schemas/http/accounts/passkeys';
import { passkeysHttp } from '@belfry/schemas/http/accounts/passkeys';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CREATION, MADE, refusedBy, stubPasskeys } from '../../../testing/fake-passkeys.ts';
import { firstOf, on, refusal, type Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { PasskeySettings } from './passkey-settings.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const aPasskey = (id: number, override: Partial<Passkey> = {}): Passkey => ({
  id,
  name: `Key ${id}`,
  created_at: '2026-11-20T10:00:00.000Z',
  last_used_at: null,
  set_aside_at: null,
  ...override,
});
let passkeys: Passkey[];
const open = (answer: Answer = () => undefined, stored: Record<string, unknown> = {}) =>
  openPage(
    <PasskeySettings />,
    firstOf(
      answer,
      on(passkeysHttp.list, () => passkeys),
    ),
    stored,
  );
const rows = () => screen.findAllByRole('listitem');
const dialog = () => within(screen.getByRole('dialog'));
const button = (name: string) => screen.getByRole('button', { name });

async function begin({ user }: Awaited<ReturnType<typeof open>>, name = ''): Promise<void> {
  await user.click(button('Add a passkey'));
  await waitFor(() => expect(document.activeElement).toBe(dialog().getByLabelText('Password')));
  if (name !== '') await user.type(dialog().getByLabelText('Name'), name);
  await user.type(dialog().getByLabelText('Password'), 'Secret-1{Enter}');
}

it('lists passkeys with their last use, and names one that may have been copied', async () => {
  passkeys = [
    aPasskey(3, { set_aside_at: '2026-11-22T10:00:00.000Z' }),
    aPasskey(2, { last_used_at: '2026-11-21T11:00:00.000Z' }),
    aPasskey(1),
  ];
  stubPasskeys();
  await open();
  const [copied, used, unused] = (await rows()).map(({ textContent }) => textContent);
  expect(copied).toMatch(/Key 3.*It may have been copied and does not work since 22 Nov 2026/);
  expect(used).toMatch(/Key 2Added 20 Nov 2026, last used 21 Nov 2026/);
  expect(unused).toBe('Key 1Added 20 Nov 2026, not used yet');
});

it.each([
  ['NotAllowedError', /^No passkey was used: the question was closed/],
  ['InvalidStateError', 'This device has a passkey of this account already.'],
  ['SecurityError', /^Passkeys of this console belong to another address/],
  ['NotSupportedError', 'This device cannot make or use such a passkey.'],
  ['UnknownError', 'The passkey did not work. Please try again.'],
])('says in plain words what the browser has refused: %s', async (name, text) => {
  passkeys = [];
  stubPasskeys({ create: refusedBy(name) });
  const page = await open(on(passkeysHttp.beginRegistration, () => CREATION));
  await begin(page);
  expect(await dialog().findByText(text)).toBeDefined();
  expect(page.requestsTo(passkeysHttp.finishRegistration)).toEqual([]);
});

it('asks the browser for nothing where passkeys belong to another host', async () => {
  passkeys = [];
  const { asked } = stubPasskeys({ create: () => Promise.resolve(MADE) });
  const page = await open(
    on(passkeysHttp.beginRegistration, () => ({ ...CREATION, rp: { id: 'sound.example', name: 'Belfry' } })),
  );
  await begin(page);
  expect(await dialog().findByText(/^Passkeys of this console belong to another address/)).toBeDefined();
  expect(asked).toEqual([]);
});

it('renames a passkey with the keyboard', async () => {
  passkeys = [aPasskey(1)];
  stubPasskeys();
  const { user, requestsTo } = await open(on(passkeysHttp.rename, () => aPasskey(1, { name: 'Phone' })));
  await rows();
  await user.click(button('Rename Key 1'));
  const field = screen.getByLabelText('Name');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.clear(field);
  await user.keyboard('{Enter}');
  expect(screen.getByText('Please enter a name')).toBeDefined();
  passkeys = [aPasskey(1, { name: 'Phone' })];
  await user.keyboard('Phone{Enter}');
  expect(await screen.findByText('Phone')).toBeDefined();
  expect(requestsTo(passkeysHttp.rename).map(({ body }) => body)).toEqual([{ name: 'Phone' }]);
});

it('removes a passkey after the password, and says why the last one stays', async () => {
  passkeys = [aPasskey(1)];
  stubPasskeys();
  let answer = (): Response => refusal(409, 'Required', 'conflict');
  const { user, requestsTo } = await open(on(passkeysHttp.remove, () => answer()));
  await rows();
  await user.click(button('Remove Key 1'));
  await waitFor(() => expect(document.activeElement).toBe(dialog().getByLabelText('Password')));
  await user.keyboard('Secret-1{Enter}');
  expect(await dialog().findByText(/^Your organisation requires a second factor/)).toBeDefined();
  answer = () => new Response(null, { status: 204 });
  passkeys = [];
  await user.click(dialog().getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  expect(requestsTo(passkeysHttp.remove).map(({ body }) => body)).toEqual([
    { password: 'Secret-1' },
    { password: 'Secret-1' },
  ]);
});

it('offers no eleventh passkey, and none in a browser that knows none', async () => {
  passkeys = Array.from({ length: 10 }, (_, index) => aPasskey(index + 1));
  stubPasskeys();
  await open();
  await rows();
  expect(button('Add a passkey')).toHaveProperty('disabled', true);
  expect(screen.getByText('You have 10 passkeys, which is the most.')).toBeDefined();
  cleanup();
  vi.unstubAllGlobals();
  passkeys = [];
  await open(undefined, { language: 'ru' });
  expect(await screen.findByText(/Этот браузер не умеет|Для ключей доступа нужно/)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
