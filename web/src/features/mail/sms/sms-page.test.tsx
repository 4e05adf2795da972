import type { Role } from '@belfry/schemas/domain/roles';
import type { SmsPreview } from '@belfry/schemas/http/mail/sms';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { makeProfile } from '../../../testing/profile-factory.ts';
import { aMainCompany, SHOPS } from '../../../testing/tree-factory.ts';
import { readSelected } from './sms-draft.ts';
import { SmsPage } from './sms-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PREVIEW: SmsPreview = {
  messages: 2,
  parts: 3,
  without_phone: 1,
  unconfirmed: 0,
  skips_above: false,
  left_today: 100,
  recipients: [
    { phone: '+37126123456', name: 'Anna', place: 'Shop 1', text: 'Fire drill at Shop 1', parts: 1 },
    { phone: '+79161234567', name: 'Vera', place: 'Shop 2', text: 'Fire drill at Shop 2', parts: 2 },
  ],
};
const TEMPLATE = { id: 4, name: 'Drill', text: 'Fire drill at {place}', revision: 1 };

const server =
  (more: Answer = () => undefined): Answer =>
  (call) => {
    const given = more(call);
    if (given) return given;
    if (call.path === '/company/main/companies') return Response.json([aMainCompany(1, { name: 'Main' })]);
    if (call.path === '/company/tree') return Response.json(SHOPS);
    if (call.path === '/sms/preview') return Response.json(PREVIEW);
    if (call.path === '/sms/templates') return Response.json([TEMPLATE]);
    if (call.path === '/sms/history') return Response.json([]);
    return undefined;
  };
const open = (address: string, more?: Answer, role: Role = 'admin') =>
  openPage(<SmsPage />, server(more), {}, { address, role });

it('counts messages and the room that is left, and says why one is shorter than usual', async () => {
  const { user } = await open('/sms?devices=[3]');
  const text = await screen.findByRole('textbox', { name: 'Message' });
  await user.type(text, 'Hello');
  expect(screen.getByText('1 SMS, room for 155 more characters.')).toBeDefined();
  await user.type(text, ' мир');
  expect(screen.getByText(/^1 SMS, room for 61 more characters. One holds 70 at most/)).toBeDefined();
});

it('keeps text and numbers on other tabs, until they are sent', async () => {
  const { user } = await open('/sms?devices=[3]', ({ path }) =>
    path === '/sms/send' ? Response.json({ messages: 2, parts: 3 }, { status: 202 }) : undefined,
  );
  const text = () => screen.findByRole('textbox', { name: 'Message' });
  const returns = async () => {
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull());
    await user.click(screen.getByRole('tab', { name: 'Send' }));
  };
  fireEvent.change(await text(), { target: { value: 'Fire drill' } });
  await user.type(screen.getByLabelText('Phone numbers', { selector: 'input' }), '+49 151 12345678,');
  await user.click(screen.getByRole('tab', { name: 'History' }));
  await returns();
  expect(await text()).toHaveProperty('value', 'Fire drill');
  expect(screen.getByText('+49 151 12345678')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Send…' }));
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  await returns();
  expect(await text()).toHaveProperty('value', '');
  expect(screen.queryByText('+49 151 12345678')).toBeNull();
});

it('keeps both places when the second is chosen before the first is rendered', async () => {
  const { user, router } = await open('/sms?devices=[3]');
  await user.click(await screen.findByRole('combobox', { name: 'Places' }));
  const options = [await screen.findByRole('option', { name: /^Door/ }), screen.getByRole('option', { name: /^Hall/ })];
  act(() => options.forEach((option) => fireEvent.click(option)));
  await waitFor(() =>
    expect(readSelected(new URLSearchParams(router.state.location.search).get('devices'))).toEqual([3, 4, 5]),
  );
});

it('inserts variables at the caret, and does not send to what is no number', async () => {
  const { user } = await open('/sms?devices=[3]');
  const text = await screen.findByRole('textbox', { name: 'Message' });
  await user.type(text, 'Hello ');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(text).toHaveProperty('value', 'Hello {name}');
  await user.type(screen.getByLabelText('Phone numbers', { selector: 'input' }), 'Anna,0151 23456790,');
  expect(await screen.findByText('Anna: Please enter a valid phone number (7-12 digits)')).toBeDefined();
  expect(await screen.findByText(/^0151 23456790: .* the code of the country, as \+1 202 555 0143$/)).toBeDefined();
  expect(await screen.findByText('Anna, +37126123456')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Send…' })).toHaveProperty('disabled', true);
});

it.each([true, false])('has typed numbers and emergencies only for those who may, which is %j', async (may) => {
  const { user, requestsTo } = await open(
    '/sms?devices=[3]',
    ({ path }) => (path === '/users/info' ? Response.json(makeProfile({ may_text_any_number: may })) : undefined),
    'user',
  );
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Fire');
  await waitFor(() =>
    expect(screen.queryAllByLabelText('Phone numbers', { selector: 'input' })).toHaveLength(may ? 1 : 0),
  );
  const emergency = screen.queryByRole('checkbox', { name: /^Emergency/ });
  expect(emergency !== null).toBe(may);
  if (emergency) await user.click(emergency);
  await waitFor(() =>
    expect(requestsTo('/sms/preview').at(-1)?.body).toEqual({
      text: 'Fire',
      nodes: [3],
      numbers: [],
      ...(may && { emergency: true }),
    }),
  );
});

it.each([
  [3, false],
  [2, true],
])('takes what fits in the rest of the day, to the last part: %i are left', async (left_today, refused) => {
  const { user } = await open('/sms?devices=[3]', ({ path }) =>
    path === '/sms/preview' ? Response.json({ ...PREVIEW, left_today }) : undefined,
  );
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'x');
  await screen.findByText(/^2 messages, 3 parts/);
  expect(screen.getByRole('button', { name: 'Send…' })).toHaveProperty('disabled', refused);
  expect(screen.queryAllByText(/^That is more than may be sent/)).toHaveLength(refused ? 1 : 0);
});

it('changes a template, and shows what somebody else stored meanwhile', async () => {
  const current = { ...TEMPLATE, text: 'By the other', revision: 7 };
  let refused = false;
  const { user, requestsTo } = await open('/sms?tab=templates', ({ path }) => {
    if (path !== '/sms/templates/4') return undefined;
    if (refused) return Response.json(current);
    refused = true;
    return Response.json({ error: 'Changed', code: 'edit_conflict', current }, { status: 409 });
  });
  await user.click(await screen.findByRole('link', { name: 'Drill' }));
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Drill: By the other')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requestsTo('/sms/templates/4').map(({ body }) => body)).toMatchObject([{ revision: 1 }, { revision: 7 }]);
});
