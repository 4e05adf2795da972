import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AWAITED_KEY } from '../../../lib/storage.ts';
import { AwaitedSession } from './require-session.tsx';

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

it('waits at most 15 s for the session of another tab', () => {
  sessionStorage.setItem(AWAITED_KEY, String(Date.now()));
  show();
  expect(screen.getByRole('status')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(14_900));
  expect(screen.queryByText('sign-in')).toBeNull();
  act(() => void vi.advanceTimersByTime(200));
  expect(screen.getByText('sign-in')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});

it('does not wait where no session is to be handed over', () => {
  show();
  expect(screen.getByText('sign-in')).toBeTruthy();
});
