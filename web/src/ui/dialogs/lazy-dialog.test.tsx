import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentType } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { lazyDialog } from './lazy-dialog.tsx';

beforeAll(() => startI18n());
afterEach(cleanup);

type Props = { onClose: () => void };
const Content = ({ onClose }: Props) => <button onClick={onClose}>Done</button>;

function Page({ Part }: { Part: ComponentType<Props> }) {
  const [opened, setOpened] = useState(false);
  return (
    <MantineProvider env="test">
      <button onClick={() => setOpened(true)}>Open</button>
      {opened && <Part onClose={() => setOpened(false)} />}
    </MantineProvider>
  );
}

describe('a lazy dialog', () => {
  const open = async (load: () => Promise<typeof Content>) => {
    render(<Page Part={lazyDialog(load)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  };

  it('shows a skeleton in its frame until the code is loaded, and returns the focus to its opener', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof Content>();
    await open(() => promise);
    await screen.findByRole('dialog', { name: 'Loading...' });
    resolve(Content);
    await userEvent.click(await screen.findByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
  });

  it('shows in its frame that the code could not be loaded, retries, and can be closed', async () => {
    const load = vi.fn<() => Promise<typeof Content>>().mockRejectedValue(new TypeError('Failed to fetch'));
    await open(load);
    expect((await screen.findByRole('alert')).textContent).toContain('This part could not be loaded');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
