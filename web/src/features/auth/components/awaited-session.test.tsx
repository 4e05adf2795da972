import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AWAITED_KEY } from '../../../lib/storage-keys.ts';
import { AwaitedSession } from './awaited-session.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const show = () =>
  render(
    <MantineProvider>
      <AwaitedSession>sign-in</AwaitedSession>
    </MantineProvider>,
  );

it('waits fifteen seconds for a session that another tab hands over, then no longer', () => {
  sessionStorage.setItem(AWAITED_KEY, String(Date.now()));
  show();
  expect(screen.getByRole('status')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(14_900));
  expect(screen.queryByText('sign-in')).toBeNull();
  act(() => void vi.advanceTimersByTime(200));
  expect(screen.getByText('sign-in')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});

it('does not wait where nobody is to come', () => {
  show();
  expect(screen.getByText('sign-in')).toBeTruthy();
});
