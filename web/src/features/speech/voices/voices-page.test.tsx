import { screen, fireEvent } from '@testing-library/react';
import { expect, it, describe } from 'vitest';
import { aVoice } from '../../../testing/voice-factory.ts';
import { failing, openCatalogue, advanceTime, press, setUpCatalogueTests } from './testing/catalogue.tsx';
import { sampleCache } from '../samples/index.ts';

describe('actions on the catalogue', () => {
  const SYNC = '/voices/voices/sync';
  const RESET = '/voices/voices/reset_samples';

  const wiped = () => Response.json({ success: true, deleted: 4 });

  setUpCatalogueTests({ fakeTimers: true });

  async function open(path: string, answer: () => Response) {
    const page = openCatalogue({ voices: [aVoice()], answer: (call) => (call.path === path ? answer() : undefined) });
    await advanceTime(50);
    return page;
  }

  it('says which neural voices are not offered, and why', async () => {
    const neural_problem = 'Neural voices do not run here: onnxruntime does not run on darwin x64';
    await open(SYNC, () =>
      Response.json({ success: true, added: 0, updated: 0, removed: 0, total: 2, neural_problem }),
    );
    await press('Synchronize');
    fireEvent.click(screen.getAllByRole('button', { name: 'Synchronize' }).at(-1)!);
    await advanceTime(50);
    expect(screen.getByText('Not all neural voices are offered')).toBeDefined();
    expect(screen.getByText(neural_problem)).toBeDefined();
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
});
