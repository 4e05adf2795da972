import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../../lib/i18n.ts';
import { createStore } from '../store.ts';
import { type Level, NO_LEVEL } from './level.ts';
import { LevelMeter } from './level-meter.tsx';

beforeAll(startI18n);
afterEach(cleanup);

it('shows how loud it is, and says so only where it is too loud', () => {
  const level = createStore<Level>(NO_LEVEL);
  render(<LevelMeter level={level} />);
  const meter = screen.getByRole('meter', { name: 'Level' });
  const note = screen.getByRole('status');
  expect([meter.getAttribute('value'), note.textContent]).toEqual(['0', '']);
  act(() => level.set({ peak: 1, clipped: true, silent: false }));
  expect([meter.getAttribute('value'), note.textContent]).toEqual([
    '100',
    'Too loud: speak more quietly or farther away.',
  ]);
  act(() => level.set({ peak: 0.5, clipped: false, silent: false }));
  expect(note.textContent).toBe('');
});
