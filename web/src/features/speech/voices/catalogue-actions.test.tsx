import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sampleCache } from '../samples/index.ts';
import { advanceTime, press, setUpCatalogueTests, failing, openCatalogue } from './testing/catalogue.tsx';
import { aVoice } from '../../../testing/voice-factory.ts';

const SYNC = '/voices/voices/sync';
const RESET = '/voices/voices/reset_samples';
const synced = () => Response.json({ success: true, added: 1, updated: 0, removed: 0, total: 2 });
const wiped = () => Response.json({ success: true, deleted: 4 });

setUpCatalogueTests({ fakeTimers: true });

async function open(path: string, answer: () => Response) {
  const page = openCatalogue({ voices: [aVoice()], answer: (call) => (call.path === path ? answer() : undefined) });
  await advanceTime(50);
  return page;
}

it('synchronizes after one confirmation, then refetches the list', async () => {
  sampleCache.set('ru-RU-Standard-A', 'blob:played');
  const { requestsTo } = await open(SYNC, synced);
  await press('Synchronize');
  await press('Cancel');
  expect(requestsTo(SYNC)).toEqual([]);
  await press('Synchronize');
  const confirm = screen.getAllByRole('button', { name: 'Synchronize' }).at(-1)!;
  const lists = requestsTo('/voices/voices').length;
  fireEvent.click(confirm);
  await advanceTime(50);
  expect(screen.getByText('Synchronization completed successfully!')).toBeDefined();
  expect(sampleCache.get('ru-RU-Standard-A')).toBeUndefined();
  expect([requestsTo(SYNC).length, requestsTo('/voices/voices').length]).toEqual([1, lists + 1]);
});

it('shows that synchronizing failed', async () => {
  await open(SYNC, () => failing(500));
  await press('Synchronize');
  fireEvent.click(screen.getAllByRole('button', { name: 'Synchronize' }).at(-1)!);
  await advanceTime(50);
  expect(screen.getByText('Synchronization failed.')).toBeDefined();
});

const answers = ['Continue', 'Continue', 'Delete all'];

it.each([1, 2, 3])('deletes no sample when question %i of three is cancelled', async (cancelled) => {
  const { requestsTo } = await open(RESET, wiped);
  await press('Reset All');
  for (const answer of answers.slice(0, cancelled - 1)) await press(answer);
  expect(screen.getByText(new RegExp(`Question ${cancelled} of 3`))).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await press('Cancel');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requestsTo(RESET)).toEqual([]);
});

it.each([
  [wiped, 'All samples successfully reset!'],
  [() => failing(500), 'Sample reset failed.'],
])('deletes every sample after three confirmations, and shows the result', async (answer, text) => {
  sampleCache.set('ru-RU-Standard-A', 'blob:played');
  const { requestsTo } = await open(RESET, answer);
  await press('Reset All');
  for (const answer of answers) {
    expect(requestsTo(RESET)).toEqual([]);
    await press(answer);
  }
  expect(requestsTo(RESET)).toHaveLength(1);
  expect(screen.getByText(text)).toBeDefined();
  // Cached samples must not be played instead of new ones.
  expect(sampleCache.get('ru-RU-Standard-A')).toBe(text.startsWith('All') ? undefined : 'blob:played');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows a toast at the top right for 5 s, or until it is clicked', async () => {
  await open(RESET, wiped);
  const done = () => screen.queryByText('All samples successfully reset!');
  const reset = async () => {
    await press('Reset All');
    for (const answer of answers) await press(answer);
  };
  await reset();
  expect(done()!.closest('[data-position]')?.getAttribute('data-position')).toBe('top-right');
  await advanceTime(4_800);
  expect(done()).not.toBeNull();
  // The toast also fades.
  await advanceTime(600);
  expect(done()).toBeNull();
  await reset();
  fireEvent.click(done()!);
  await advanceTime(600);
  expect(done()).toBeNull();
});
