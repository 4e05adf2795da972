import { configureStore } from '@reduxjs/toolkit';
import { act, renderHook } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConnectionState } from './connection.ts';
import { connectionChanged, connectionSlice, useConnection } from './connection-slice.ts';

const START = Date.UTC(2026, 0, 1);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

function openPage() {
  const store = configureStore({ reducer: { [connectionSlice.name]: connectionSlice.reducer } });
  const { result } = renderHook(useConnection, {
    wrapper: ({ children }) => <Provider store={store}>{children}</Provider>,
  });
  return {
    shown: () => result.current,
    become: (state: ConnectionState) => {
      vi.advanceTimersByTime(1_000);
      act(() => void store.dispatch(connectionChanged(state)));
    },
  };
}

it('is stale until the first connection, from the start of the page', () => {
  expect(openPage().shown()).toEqual({ state: 'connecting', stale: true, since: START });
});

it('is live since the connection was opened', () => {
  const { shown, become } = openPage();
  become('live');
  become('live');
  expect(shown()).toEqual({ state: 'live', stale: false, since: START + 1_000 });
});

it('is stale since the connection was lost, also when it is offline', () => {
  const { shown, become } = openPage();
  become('live');
  become('reconnecting');
  become('offline');
  expect(shown()).toEqual({ state: 'offline', stale: true, since: START + 2_000 });
});
