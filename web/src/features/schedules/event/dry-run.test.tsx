import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TimeZone } from '../../../lib/times.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { aDryRun } from '../../../testing/schedule-factory.ts';
import { DryRunResult } from './dry-run.tsx';

afterEach(cleanup);

const READER = 'Europe/Riga';
const HEARD = {
  source: 'schedule',
  schedule_id: 1,
  name: 'Opening',
  type: 'playlist',
  at: '2026-11-22T23:00:00.000Z',
  until: '2026-11-23T00:00:00.000Z',
  plays: true,
  reason: 'It begins',
  reason_code: 'begins',
  reason_params: {},
  draft: false,
} as const;
const dryRunIn = (time_zone: string) =>
  openPage(
    <TimeZone value={READER}>
      <DryRunResult run={aDryRun({ at: HEARD.at, time_zone, heard: [HEARD] })} />
    </TimeZone>,
    () => undefined,
  );

it('writes each time with the zone of the place where the reader is elsewhere', async () => {
  await dryRunIn('Asia/Tokyo');
  screen.getByText('23 Nov 2026, 08:00:00 Tokyo');
  expect(screen.getByText(/08:00 until 09:00/).textContent).toMatch(/Tokyo$/);
});

it('writes the times without a zone where it is that of the reader', async () => {
  await dryRunIn(READER);
  expect(screen.getByText(/01:00 until 02:00/).textContent).not.toContain(READER);
});
