import { Modal } from '@mantine/core';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { useServerWatch } from './server-notices.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Page() {
  useServerWatch();
  return (
    <>
      <ConnectionBar />
      <Modal opened onClose={() => undefined} title="Settings" />
    </>
  );
}

it('says beside an open dialog that the api is away, until it answers again', async () => {
  let away = true;
  await openPage(<Page />, () => (away ? refusal(503) : Response.json({ ready: true })));
  const line = await vi.waitFor(() => screen.getByText(/^The server is not answering\./));
  // By this mark the styles put the line above every dialog, and make room for it.
  expect(line.closest('output')?.dataset['away']).toBe('true');
  expect(document.querySelector('[aria-modal="true"]')).not.toBeNull();
  away = false;
  await act(async () => void (await vi.advanceTimersByTimeAsync(2_500)));
  await vi.waitFor(() => expect(screen.queryByText(/^The server is not answering\./)).toBeNull());
});
