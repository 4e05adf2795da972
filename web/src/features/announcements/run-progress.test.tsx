import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { AnnouncementRunProgress } from './run-progress.tsx';
import { aRun, RUN_ID } from './testing/run-factory.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type State = ReturnType<typeof aRun>['state'];
const open = (state: State) =>
  openPage(<AnnouncementRunProgress runId={RUN_ID} />, ({ method }) =>
    method === 'GET'
      ? Response.json(aRun({}, { state }), { headers: { 'X-Total-Count': '1' } })
      : Response.json(aRun({}, { state: 'stopped' })),
  );

it.each(['rendering', 'running'] satisfies State[])('can be stopped while it is %s', async (state) => {
  const { user, requestsTo } = await open(state);
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(requestsTo(announcementsHttp.stop)).toHaveLength(1));
});

it.each(['finished', 'failed', 'stopped'] satisfies State[])('cannot be stopped once it is %s', async (state) => {
  await open(state);
  expect(await screen.findByText('Hall')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

it.each([
  ['offline', 'Nobody heard it'],
  ['expired', 'Nobody heard it'],
  ['waiting', 'Nothing reported'],
  ['finished', 'Finished'],
  ['interrupted', 'Finished'],
] as const)('with its only place %s is over as “%s”', async (state, says) => {
  const run = aRun({ state }, { state: 'finished' });
  await openPage(<AnnouncementRunProgress runId={RUN_ID} />, () =>
    Response.json(run, { headers: { 'X-Total-Count': '1' } }),
  );
  expect(await screen.findByText(says)).toBeDefined();
  if (says !== 'Finished') expect(screen.queryByText('Finished')).toBeNull();
});

it('names who speaks in the place of a voice, and why', async () => {
  const delivery = {
    voice: 'lv-LV-Piper-Aivars-medium',
    rendered_by: 'lv-LV-Standard-B',
    fallback_reason: 'The engine of neural voices ended: exit SIGKILL',
  };
  await openPage(<AnnouncementRunProgress runId={RUN_ID} />, () =>
    Response.json(aRun(delivery), { headers: { 'X-Total-Count': '1' } }),
  );
  expect(
    await screen.findByText(
      'lv-LV-Piper-Aivars-medium · spoken by lv-LV-Standard-B instead, because: The engine of neural voices ended: exit SIGKILL',
    ),
  ).toBeDefined();
});
