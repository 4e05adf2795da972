import { Notifications, notifications } from '@mantine/notifications';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { reportSkippedRows } from '../../lib/api/answer-check.ts';
import { openPage } from '../../testing/open-page.tsx';
import { useSkippedRowsNotice } from './server-notices.tsx';

const issue: z.core.$ZodIssue = { code: 'custom', message: 'Invalid input', path: [3, 'name'], input: undefined };
function Page() {
  useSkippedRowsNotice();
  return <Notifications />;
}

afterEach(() => {
  cleanup();
  notifications.clean();
  vi.restoreAllMocks();
});

it('says once how many entries are not shown, and again after five minutes', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
  await openPage(<Page />, () => undefined);
  act(() => reportSkippedRows([issue, issue]));
  await screen.findByText('2 entries of a list could not be read and are not shown.');
  act(() => reportSkippedRows([issue]));
  expect(screen.queryByText(/^1 entry/)).toBeNull();
  now.mockReturnValue(1_300_000);
  act(() => reportSkippedRows([issue]));
  await screen.findByText('1 entry of a list could not be read and is not shown.');
});
