import { afterEach, expect, it, vi } from 'vitest';
import { stubServer } from '../../testing/fake-server.ts';
import { createTestStore } from '../../testing/render-page.tsx';
import { runCommand } from './run-command.ts';

const SERIAL = '1234-5678-9012-3456';
const WAITING = `/rpi/devices/send/commands/${SERIAL}`;
const answer = (override: object) => ({
  commandId: '00000000-0000-4000-8000-000000000001',
  success: true,
  message: '',
  result: null,
  error: null,
  errorType: null,
  ...override,
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Runs a command on a server that answers the call which waits for the device as given. */
async function run(body: object, status = 200) {
  const server = stubServer(() => Response.json(body, { status }));
  const { dispatch } = createTestStore();
  const end = await runCommand(dispatch, { serial: SERIAL, command: 'clear_cache', params: {} });
  return { end, calls: server.calls.map(({ method, path }) => `${method} ${path}`), bodies: server.calls };
}

it('waits for the response with one call and returns it as the command table types it', async () => {
  const { end, calls, bodies } = await run(
    answer({ result: { freed_bytes: 5, removed_files: 1, executionTime: 900 } }),
  );
  expect(end).toEqual({ kind: 'succeeded', result: { freed_bytes: 5, removed_files: 1 } });
  expect(calls).toEqual([`POST ${WAITING}`]);
  expect(bodies[0]?.body).toEqual({ command: 'clear_cache', params: {} });
});

it('ends without a result where the server has waited in vain', async () => {
  const timedOut = answer({ success: false, error: 'in vain', errorType: 'command_timeout', code: 'command_timeout' });
  expect((await run(timedOut, 504)).end).toEqual({ kind: 'unanswered' });
});

it('returns the failure that the device reports', async () => {
  const failed = answer({ success: false, error: 'disk is read-only', errorType: 'io_error' });
  expect((await run(failed)).end).toEqual({ kind: 'failed', error: 'disk is read-only', errorType: 'io_error' });
});

it('reports a result that the command table does not allow as invalid', async () => {
  const { end } = await run(answer({ result: { freed_bytes: 'many', executionTime: 1 } }));
  expect(end).toEqual({ kind: 'failed', error: null, errorType: 'invalid_response' });
});

it('returns a refusal of the server', async () => {
  const refusal = answer({ success: false, commandId: null, error: 'offline', errorType: 'device_offline' });
  expect((await run(refusal, 409)).end).toEqual({ kind: 'failed', error: 'offline', errorType: 'device_offline' });
});

it('returns the error of a call that failed', async () => {
  const { end } = await run({ error: 'Device not found', code: 'device_not_found' }, 404);
  expect(end).toMatchObject({ kind: 'unsent', error: { status: 404, message: 'Device not found' } });
});
