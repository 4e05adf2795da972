import { placesHttp } from '@belfry/schemas/http/places/places';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { on } from '../../../testing/fake-server.ts';
import { aSchedule } from '../../../testing/schedule-factory.ts';
import { ONE, PLACE, openHome, says, sentence } from '../../../testing/open-home.tsx';

beforeEach(() => {
  vi.setSystemTime('2026-11-27T12:00:00Z');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('has the only place with what to say there, and what comes today, which is skipped for once', async () => {
  const { user, requestsTo } = await openHome(
    { ...ONE, all_right: 1 },
    on(placesHttp.read, () => PLACE),
    on(schedulesHttp.read, () => aSchedule(7, { name: 'Closing soon', exceptions: ['2026-11-20'], revision: 3 })),
    on(schedulesHttp.change, () => aSchedule(7)),
  );
  await says('Harbour Market is all right.');
  expect(screen.queryByText('0')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'What' })).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Where' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Skip Closing soon this time' }));
  await waitFor(() =>
    expect(requestsTo(schedulesHttp.change)).toMatchObject([
      { body: { exceptions: ['2026-11-20', '2026-11-27'], revision: 3 } },
    ]),
  );
});

it('never says that a place is all right where a loudspeaker is away, or something needs somebody', async () => {
  await openHome(
    { ...ONE, all_right: 0 },
    on(placesHttp.read, () => PLACE),
  );
  await says('Harbour Market needs you.');
  cleanup();
  await openHome(
    { ...ONE, all_right: 0, online: 0 },
    on(placesHttp.read, () => ({ ...PLACE, online: 0 })),
  );
  expect((await sentence()).textContent).toMatch(/^Harbour Market: .*3 loudspeakers/);
});
