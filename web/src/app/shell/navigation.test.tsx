import { needsHttp } from '@belfry/schemas/http/activity/needs';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { NavLinks } from './navigation.tsx';

afterEach(() => void vi.unstubAllGlobals());

const links = (within_: HTMLElement) =>
  within(within_)
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);

it('shows the open page alone below the line, and all pages once they were opened, also the next time', async () => {
  const { user } = await openPage(<NavLinks />, () => undefined, {}, { role: 'admin', address: '/devices' });
  const others = () => screen.getByRole('list', { name: 'All pages' });
  expect(links(others())).toEqual(['Devices']);
  await user.click(screen.getByRole('button', { name: 'All pages', expanded: false }));
  expect(links(others())).toEqual(expect.arrayContaining(['Devices', 'Users', 'Voices', 'SMS']));
  cleanup();
  await openPage(<NavLinks />, () => undefined, { allPages: true }, { role: 'admin', address: '/home' });
  expect(screen.getByRole('button', { name: 'All pages', expanded: true })).toBeDefined();
});

it('says at Activity how much needs somebody', async () => {
  await openPage(<NavLinks />, firstOf(on(needsHttp.count, () => ({ needs: 120, unheard: 0 }))));
  const count = await screen.findByText('120 need you');
  const link = count.closest('a')!;
  expect(link.textContent).toContain('Activity');
  expect(within(link).getByText('99+')).toBeDefined();
});
