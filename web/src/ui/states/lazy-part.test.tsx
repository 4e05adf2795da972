import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { lazyPart } from './lazy-part.tsx';
import { renderUi } from '../../testing/render-page.tsx';

beforeAll(() => startI18n());
afterEach(cleanup);

type Props = { name: string };
const Greeting = ({ name }: Props) => <p>Hello {name}</p>;
const Waiting = () => <p>on its way</p>;
const show = (Part: React.ComponentType<Props>) => renderUi(<Part name="Ada" />);

it('renders its skeleton until the code is loaded, and then the part with its properties', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
  show(lazyPart({ load: () => promise, Waiting }));
  expect(screen.queryByText('on its way')).toBeNull();
  await screen.findByText('on its way');
  resolve(Greeting);
  await screen.findByText('Hello Ada');
  expect(screen.queryByText('on its way')).toBeNull();
});

it('renders the part at once where its code was loaded before', async () => {
  const load = vi.fn(async () => Greeting);
  const Part = lazyPart({ load, Waiting });
  Part.preload();
  await vi.waitFor(() => expect(load).toHaveReturned());
  await load.mock.results[0]?.value;
  show(Part);
  expect(screen.getByText('Hello Ada')).toBeDefined();
  expect(load).toHaveBeenCalledOnce();
});

it('shows that the code could not be loaded, and retries', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValue(new TypeError('Failed to fetch'));
  show(lazyPart({ load, Waiting }));
  expect((await screen.findByRole('alert')).textContent).toContain('This part could not be loaded');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await screen.findByRole('alert');
  load.mockResolvedValue(Greeting);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Hello Ada');
});

it('shows what a part has for it where its code could not be loaded', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValue(new TypeError('Failed to fetch'));
  show(lazyPart({ load, Waiting, Failed: () => <p>without it</p> }));
  await screen.findByText('without it');
  expect(screen.queryByRole('alert')).toBeNull();
});
