import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { RunHistory } from './run-history.tsx';
import { aRun } from './testing/run-factory.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('keeps no announcements and no pager of the previous page where the next one could not be loaded', async () => {
  const { deliveries: _deliveries, ...run } = aRun();
  const { user } = await openPage(<RunHistory />, ({ params }) =>
    params['page'] === '1' ? Response.json([run], { headers: { 'X-Total-Count': '45' } }) : refusal(500),
  );
  await screen.findByText(run.title);
  screen.getByText('1–20 of 45 announcements');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('alert');
  expect(screen.queryByText(run.title)).toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
});
