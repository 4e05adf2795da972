import { configureStore } from '@reduxjs/toolkit';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { connectionChanged, connectionSlice } from '../../lib/mqtt/connection-slice.ts';
import { NotLive } from './not-live.tsx';

beforeAll(startI18n);
afterEach(cleanup);

it('says that devices may not hear what is started only while the live connection is lost', () => {
  const store = configureStore({ reducer: { [connectionSlice.name]: connectionSlice.reducer } });
  render(
    <Provider store={store}>
      <MantineProvider>
        <NotLive />
      </MantineProvider>
    </Provider>,
  );
  const isSaid = (): boolean => screen.queryByText(/devices may not hear what you start now/) !== null;
  const said = (['live', 'reconnecting', 'offline', 'live'] as const).map((state) => {
    act(() => void store.dispatch(connectionChanged(state)));
    return isSaid();
  });
  expect(said).toEqual([false, true, true, false]);
});
