import { cleanup, screen } from '@testing-library/react';
import { Menu } from '@mantine/core';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { writeProfileHints } from '../../lib/session/session-store.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ClockItem } from './clock-item.tsx';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  writeProfileHints('ada@belfry.test', 180);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await startI18n();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.UTC(2026, 10, 20, 13, 14, 5) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const show = () =>
  renderPage(
    <Menu opened>
      <Menu.Dropdown>
        <ClockItem />
      </Menu.Dropdown>
    </Menu>,
  );
const clock = () => screen.getByRole('menuitem');

it('shows date, weekday and time at the offset of the user, and ticks', async () => {
  show();
  expect(clock().textContent).toContain('Fri 20 Nov, 16:14:05');
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(clock().textContent).toContain('16:14:06'));
});

it('cycles through four views, and stores the last one', async () => {
  show();
  const user = userEvent.setup();
  const views = [clock().textContent];
  for (let turn = 0; turn < 3; turn += 1) {
    await user.click(clock());
    views.push(clock().textContent);
  }
  expect(views.map((text) => text.replace(/:\d\d$/, ''))).toEqual(['Fri 20 Nov, 16:14', '16:14', '16:14', 'Time']);
  expect(clock().dataset['mode']).toBe('hidden');
  cleanup();
  show();
  expect(clock().textContent).toContain('Time');
  await user.click(clock());
  expect(clock().textContent).toContain('Fri 20 Nov');
});
