import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../../lib/i18n.ts';
import { refusal, stubServer } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { StartRunDialog } from './start-run-dialog.tsx';

const ID = '6f0ee1c8-9f7c-4b35-b4bb-b0a3f6f3a111';
const TARGETS = { serials: ['1234-5678-9012-3456'] };

beforeAll(startI18n);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(started: () => Response) {
  const server = stubServer(({ path }) =>
    path.endsWith('/preview') ? Response.json({ devices: 3, online: 2, offline: 1, waves: 1 }) : started(),
  );
  const onClose = vi.fn();
  renderPage(<StartRunDialog targets={TARGETS} label="3 devices" onClose={onClose} />);
  return { server, onClose };
}
const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Send to 3 devices' }));

it('states how many devices are offline, starts the run with its targets, and closes', async () => {
  const { server, onClose } = open(() => Response.json({ run_id: ID, devices: 3, offline: 1 }, { status: 202 }));
  await screen.findByText('3 devices: 2 online, 1 offline');
  await submit();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.requestsTo('/command-runs', 'POST').map(({ body }) => body)).toEqual([
    {
      command: 'refresh_info',
      params: {},
      targets: TARGETS,
      wave_size: 50,
      pause_s: 0,
      max_error_rate: 0.2,
      queue_offline: false,
    },
  ]);
});

it('sends the volume and the expiry where they are chosen', async () => {
  const { server } = open(() => Response.json({ run_id: ID, devices: 3, offline: 1 }, { status: 202 }));
  await userEvent.selectOptions(screen.getByLabelText('Command'), 'Set volume');
  await userEvent.selectOptions(screen.getByLabelText('Player'), 'Radio');
  await userEvent.click(screen.getByRole('switch', { name: 'Send when they are back' }));
  await userEvent.selectOptions(screen.getByLabelText('Wait for at most'), '3 days');
  await submit();
  await vi.waitFor(() => expect(server.requestsTo('/command-runs', 'POST')).toHaveLength(1));
  expect(server.requestsTo('/command-runs', 'POST')[0]?.body).toMatchObject({
    command: 'set_volume',
    params: { channel: 2, volume: 50 },
    queue_offline: true,
    expires_in_s: 259_200,
  });
});

it('stays open with the reason where the server refuses the run', async () => {
  const { onClose } = open(() => refusal(409, '20 commands of yours are still being sent.'));
  await submit();
  await screen.findByText('20 commands of yours are still being sent.');
  expect(onClose).not.toHaveBeenCalled();
});
