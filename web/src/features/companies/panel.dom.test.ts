import { beforeEach, expect, it } from 'vitest';
import { readPanels, writePanels } from './panel.tsx';

const DEFAULTS = { main: true, tree: false, group: true, help: true, general: true };
beforeEach(() => localStorage.clear());

it.each([null, 'true', '{', '[]', '{"main":"yes"}'])('begins with the defaults where storage holds %j', (stored) => {
  if (stored !== null) localStorage.setItem('companyPanels', stored);
  expect(readPanels()).toEqual(DEFAULTS);
});

it('restores what was stored', () => {
  const panels = { ...DEFAULTS, main: false, tree: true };
  writePanels(panels);
  expect(readPanels()).toEqual(panels);
});
