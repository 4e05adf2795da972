import type { DeviceApproval } from '@belfry/schemas/http/device-ownership/approvals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { notifications } from '@mantine/notifications';
import { WaitingForApproval } from './approvals.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  notifications.clean();
});

const SERIAL = '1234-5678-9012-3456';
const CLAIM: DeviceApproval = {
  id: 7,
  kind: 'claim',
  serial: SERIAL,
  device_known: false,
  user_id: 2,
  user_name: 'Ada',
  user_email: 'ada@belfry.test',
  address: null,
  note: 'Beside the till',
  requested_at: '2026-11-20T11:00:00.000Z',
};

async function open(decide: Answer) {
  const server = { approvals: [CLAIM] };
  const page = await openPage(
    <WaitingForApproval />,
    (call) => {
      if (call.method !== 'POST') return Response.json(server.approvals);
      server.approvals = [];
      return decide(call);
    },
    {},
    { role: 'admin', toasts: true },
  );
  await screen.findByRole('listitem');
  return page;
}

it('takes no other decision while one is sent', async () => {
  const sent = Promise.withResolvers<Response>();
  const { user } = await open(() => sent.promise);
  const [approve, reject] = ['Approve', 'Reject'].map((name) =>
    screen.getByRole('button', { name: `${name} ${SERIAL}` }),
  );
  await user.click(approve!);
  expect([approve, reject]).toMatchObject([{ disabled: true }, { disabled: true }]);
  sent.resolve(new Response(null, { status: 204 }));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});

it('reports a request that another administrator has decided, and loads the list again', async () => {
  const gone = { error: 'This request is not waiting any more', code: 'conflict' };
  const { user } = await open(() => Response.json(gone, { status: 409 }));
  await user.click(screen.getByRole('button', { name: `Approve ${SERIAL}` }));
  await screen.findByText(gone.error);
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});
