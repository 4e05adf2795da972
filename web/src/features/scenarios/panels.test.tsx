import { contactGroupsHttp } from '@belfry/schemas/http/scenarios/contacts';
import { type Destination, destinationsHttp } from '@belfry/schemas/http/scenarios/destinations';
import { cleanup, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { ContactsPanel } from './contacts-panel.tsx';
import { DestinationsPanel } from './destinations-panel.tsx';

afterEach(cleanup);

const COMMON = {
  company_id: 12,
  company_name: 'Shop 12',
  created_by: 'Ada',
  created_at: '2026-11-20T10:00:00.000Z',
  revision: 1,
};
const at = '2026-11-20T10:00:00.000Z';
const CHAT: Destination = {
  ...COMMON,
  id: 1,
  name: 'Team',
  service: 'teams',
  host: 'example.com',
  refused_at: null,
  refusal: null,
  last_sent_at: null,
  chat_id: '',
  header_names: [],
};
const head = (primary: ReactNode): ReactNode => primary;
const dotOf = (element: HTMLElement): string | undefined =>
  element.querySelector<HTMLElement>('[data-state]')?.dataset['state'];

it('says of a chat that nothing is known of it before something was sent, and why it refuses, as readers say it', async () => {
  const refused = { ...CHAT, id: 2, name: 'Door', refused_at: at, refusal: 'There is no server of this name' };
  const { user } = await openPage(
    <DestinationsPanel head={head} />,
    on(destinationsHttp.list, () => [CHAT, { ...CHAT, id: 3, name: 'Sent', last_sent_at: at }, refused]),
    { language: 'de' },
  );
  expect((await screen.findAllByRole('listitem')).map(dotOf)).toEqual(['off', 'ok', 'wrong']);
  await user.click(screen.getByRole('link', { name: 'Door' }));
  expect(
    await within(await screen.findByRole('dialog')).findByText(/Es gibt keinen Server dieses Namens/),
  ).toBeTruthy();
});

it.each([
  [[true, true], 'ok'],
  [[true, false], 'look'],
  [[], 'off'],
] as const)('a group whose contacts have confirmed as in %j is %s', async (confirmed, state) => {
  const contact = (id: number, is: boolean) => ({
    name: `Anna ${id}`,
    email: 'anna@example.com',
    phone: null,
    language: 'de' as const,
    confirmed: is,
  });
  const { user } = await openPage(
    <ContactsPanel head={head} />,
    firstOf(
      on(contactGroupsHttp.list, () => [{ ...COMMON, id: 1, name: 'Parents', contacts: confirmed.length }]),
      on(contactGroupsHttp.contacts, () => confirmed.map((is, id) => contact(id, is))),
    ),
  );
  await user.click(await screen.findByRole('link', { name: 'Parents' }));
  const drawer = await screen.findByRole('dialog');
  if (confirmed.length > 0) await within(drawer).findByText('Anna 0');
  expect(dotOf(drawer)).toBe(state);
});
