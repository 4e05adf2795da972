import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { DEFAULT_FILTERS, useDeviceFilters } from './device-filter-values.ts';
import { DeviceFilters } from './device-filters.tsx';
import { aCompanyInfo, aNode } from '../../../testing/tree-factory.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const COMPANIES = [
  { company_id: 4, name: 'North Chain', type: 'Main', main_company_name: null },
  { company_id: 12, name: 'Hall', type: 'Device', main_company_name: 'North Chain' },
];

const answer: Answer = ({ path, params }) => {
  if (path === '/devices/versions') return Response.json([{ device_version: '1.4.2', devices: 3 }]);
  if (path === '/devices/tags')
    return Response.json([
      { tag: 'hall', devices: 2 },
      { tag: 'shop', devices: 1 },
    ]);
  if (path === '/company/info') return Response.json(aCompanyInfo(aNode(4, { name: 'North Chain', type: 'Main' })));
  if (path !== '/company/search') return undefined;
  const wanted = params['q']?.toLowerCase() ?? '';
  return Response.json(COMPANIES.filter(({ name }) => name.toLowerCase().includes(wanted)));
};

function Bar() {
  const { filters, change, keep, reset } = useDeviceFilters();
  const resettable = JSON.stringify(filters) !== JSON.stringify(DEFAULT_FILTERS);
  return <DeviceFilters filters={filters} resettable={resettable} onChange={change} onKeep={keep} onReset={reset} />;
}

const open = (address = '/devices') => openPage(<Bar />, answer, {}, { role: 'admin', address });
const company = (): HTMLInputElement => screen.getByRole('combobox', { name: 'Company' });
const select = (name: string): HTMLSelectElement => screen.getByRole('combobox', { name });

it('filters by tags, which it lists with their counts', async () => {
  const { user, router } = await open();
  await user.click(screen.getByRole('combobox', { name: 'Tags' }));
  await user.click(await screen.findByRole('option', { name: 'hall (2)' }));
  await user.click(await screen.findByRole('option', { name: 'shop (1)' }));
  expect(router.state.location.search).toBe('?tags=hall%2Cshop');
  await user.click(screen.getByRole('button', { name: 'Reset Filters' }));
  expect(router.state.location.search).toBe('');
});

it('keeps both tags when the second is chosen before the first is rendered', async () => {
  const { user, router } = await open();
  await user.click(screen.getByRole('combobox', { name: 'Tags' }));
  const options = [
    await screen.findByRole('option', { name: 'hall (2)' }),
    screen.getByRole('option', { name: 'shop (1)' }),
  ];
  act(() => options.forEach((option) => fireEvent.click(option)));
  await waitFor(() => expect(router.state.location.search).toBe('?tags=hall%2Cshop'));
});

it('is folded on a phone behind a button that counts the filters, but for the search', async () => {
  const matchMedia = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = new EventTarget();
    return Object.assign(list, { matches: query.includes('480px'), media: query }) as MediaQueryList;
  });
  const { user } = await open('/devices?status=online&q=hall');
  expect(screen.getByRole('textbox', { name: 'Search' })).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull();
  const toggle = screen.getByRole('button', { name: 'Filters (2)' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  await user.click(toggle);
  expect(select('Status').value).toBe('online');
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  matchMedia.mockRestore();
});

it('shows the choices of an address, with the name of the company', async () => {
  await open('/devices?version=0.9&seen=never&company_id=4');
  expect(select('Version').value).toBe('0.9');
  expect(select('Last seen').value).toBe('never');
  await vi.waitFor(() => expect(company().value).toBe('North Chain'));
});

it('searches companies on the server, not by the name of the choice, and removes the choice', async () => {
  const { user, router, requestsTo } = await open('/devices?company_id=4');
  await vi.waitFor(() => expect(company().value).toBe('North Chain'));
  await user.click(company());
  await user.paste('nothing like it');
  await screen.findByText('No company found');
  expect(requestsTo('/company/search').map(({ params }) => params['q'])).toEqual(['', 'nothing like it']);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Clear company' }));
  expect(router.state.location.search).toBe('');
});
