import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNow } from './timers.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const PERIOD_MS = 700;
function Clock() {
  return <time>{useNow(PERIOD_MS)}</time>;
}
const shown = () => Number(screen.getByRole('time').textContent);

it('shows the present time where a component was mounted before at a later time, as after the clock was set back', () => {
  const noon = Date.UTC(2030, 0, 1, 12);
  vi.useFakeTimers({ now: noon });
  render(<Clock />);
  expect(shown()).toBe(noon);
  cleanup();
  vi.setSystemTime(noon - 3_600_000);
  render(<Clock />);
  expect(shown()).toBe(noon - 3_600_000);
});
