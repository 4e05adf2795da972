import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../testing/open-page.tsx';
import { BulkDialog } from './bulk-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SERIALS = ['1111-2222-3333-4444', '1111-2222-3333-5555'];
const PREVIEW = { devices: 2, changed: 2, unchanged: 0, failed: 0, failures: [], unreachable: 0 };

it('shows no count of an earlier choice while that of another one is loaded, and applies nothing meanwhile', async () => {
  const counted = Promise.withResolvers<Response>();
  const { user, requestsTo } = await openPage(
    <BulkDialog kind="mode" targets={{ serials: SERIALS }} count={2} ofOthers={false} onClose={() => undefined} />,
    ({ body }) =>
      (body as { change: { device_mode: string } }).change.device_mode === 'active'
        ? Response.json(PREVIEW)
        : counted.promise,
  );
  await screen.findByRole('button', { name: 'Change 2 devices' });
  await user.selectOptions(screen.getByLabelText('Device mode'), 'blocked');
  await waitFor(() => expect(requestsTo('/devices/bulk/preview')).toHaveLength(2));
  expect(screen.getByRole('button', { name: 'Change devices' })).toHaveProperty('disabled', true);
  counted.resolve(Response.json({ ...PREVIEW, changed: 1, unchanged: 1 }));
  await screen.findByRole('button', { name: 'Change 1 device' });
});
