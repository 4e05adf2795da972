import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { OutputList } from './device-marks.tsx';

afterEach(cleanup);

const AT = { at: '2026-11-20T10:00:00.000Z', received_at: '2026-11-20T10:00:00.000Z' };

it('says what each output is, by name, and nothing of a device without', async () => {
  await openPage(
    <OutputList outputs={{ strobe: { state: 'on', ...AT }, relay: { state: 'off', ...AT } }} />,
    () => undefined,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['relay: off', 'strobe: on']);
  cleanup();
  await openPage(<OutputList outputs={{}} />, () => undefined);
  expect(screen.queryByRole('list')).toBeNull();
});
