import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../lib/i18n.ts';
import { useOfferActions } from '../../lib/page-actions.ts';
import { aDevice } from '../../testing/device-factory.ts';
import { refusal, type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aMainCompany } from '../../testing/tree-factory.ts';
import { aVoice } from '../../testing/voice-factory.ts';
import { PaletteButton, usePalette } from './palette-button.tsx';
// Loaded beforehand, because the first import takes longer than a test waits.
import './palette.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const HALL = aDevice({ note: 'Concert hall' });
const KITCHEN = aDevice({ device_id: 8, serial: '1111-2222-3333-4444', name: 'kitchen' });
const company = (company_id: number, name: string) => aMainCompany(company_id, { name });

const server: Answer = ({ path }) => {
  if (path === '/devices/all') return Response.json([HALL]);
  if (path === '/devices/user/email') return Response.json([HALL, KITCHEN]);
  if (path === '/company/main/companies') return Response.json([company(4, 'Hall of bells'), company(5, 'Bakery')]);
  if (path === '/voices/voices') return Response.json([aVoice({ display_name: 'Hallie' })]);
  if (path === '/admin/users') return refusal(503, 'The database is away');
  return undefined;
};

function Header() {
  const { open: onOpen, dialog } = usePalette();
  return (
    <>
      <PaletteButton onOpen={onOpen} />
      {dialog}
    </>
  );
}

async function open(role: 'user' | 'admin', answer: Answer = server, content: ReactNode = null) {
  const element = (
    <>
      <Header />
      {content}
    </>
  );
  const page = await openPage(element, answer, {}, { role });
  const type = async (text: string) => {
    await page.user.keyboard('{Control>}k{/Control}');
    await page.user.type(await screen.findByRole('combobox'), text);
  };
  return { ...page, type, location: () => page.router.state.location.pathname + page.router.state.location.search };
}
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

it('finds devices, companies and voices for an administrator, and names the section that failed', async () => {
  const { type, user, requestsTo, location } = await open('admin');
  await type('hall');
  expect((await screen.findByRole('alert')).textContent).toBe('Users could not be searched: The database is away');
  await waitFor(() => expect(options()).toHaveLength(3));
  expect(options()).toEqual([
    expect.stringContaining('Concert hall'),
    'Hall of bells',
    expect.stringContaining('Hallie'),
  ]);
  expect(requestsTo('/devices/all').map(({ params }) => params)).toEqual([
    expect.objectContaining({ q: 'hall', page: '1', page_size: '8' }),
  ]);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(location()).toBe('/navigation?company=4'));
});

it('finds a user’s own devices by note and opens the drawer in the settings', async () => {
  const { type, user, location, requestsTo } = await open('user');
  await type('concert');
  await user.click(await screen.findByRole('option', { name: /Concert hall/ }));
  expect(location()).toBe(`/settings?tab=devices&device=${HALL.serial}`);
  expect([...requestsTo('/admin/users'), ...requestsTo('/voices/voices'), ...requestsTo('/devices/all')]).toEqual([]);
});

it('shows at most five results of each kind, and that nothing was found', async () => {
  const many = Array.from({ length: 9 }, (_, index) => company(index, `Shop ${index}`));
  const { type, user } = await open('user', ({ path }) =>
    path === '/company/main/companies' ? Response.json(many) : Response.json([]),
  );
  await type('shop');
  await waitFor(() => expect(options()).toEqual(many.slice(0, 5).map(({ name }) => name)));
  await user.type(screen.getByRole('combobox'), 'xyz');
  expect(await screen.findByText('Nothing found. Try another spelling.')).toBeDefined();
});

it('is in Russian on a Russian page, and returns the focus after Escape', async () => {
  const { user } = await open('user');
  await chooseLanguage('ru');
  const button = await screen.findByRole('button', { name: 'Быстрый поиск' });
  button.focus();
  await user.keyboard('{Meta>}k{/Meta}');
  await waitFor(() => expect(options()).toContain('Расписание'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('offers the actions of the open page, and runs the chosen one', async () => {
  const run = vi.fn();
  const offered = [{ id: 'mode', label: 'Change the mode of the selected devices', run }];
  function Offer() {
    useOfferActions(offered);
    return null;
  }
  const { type, user, location } = await open('admin', undefined, <Offer />);
  const before = location();
  await type('mode of');
  await user.click(await screen.findByRole('option', { name: 'Change the mode of the selected devices' }));
  expect(run).toHaveBeenCalledOnce();
  expect(location()).toBe(before);
});
