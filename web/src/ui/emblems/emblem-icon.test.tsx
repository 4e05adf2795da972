import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CONTINENT_EMBLEMS } from './emblem.ts';
import { EmblemIcon } from './emblem-icon.tsx';
import { EMBLEMS } from './emblems.ts';

afterEach(cleanup);

const shown = (emblem: string) => {
  const { container } = render(<EmblemIcon emblem={emblem} size={20} />);
  return {
    pictures: [...container.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? ''),
    text: container.textContent,
  };
};

it('shows each emblem of the gallery and each continent as a picture of its own', () => {
  const emblems = new Set([...EMBLEMS.map(({ emoji }) => emoji), ...Object.values(CONTINENT_EMBLEMS)]);
  const pictures = [...emblems].flatMap((emblem) => {
    const { pictures, text } = shown(emblem);
    expect([emblem, pictures.length, text]).toEqual([emblem, 1, '']);
    cleanup();
    return pictures;
  });
  expect(new Set(pictures).size).toBe(emblems.size);
});

it('finds an emblem with and without its variation selector', () => {
  expect(shown('🏛').pictures).toEqual(shown('🏛️').pictures);
});

it('shows an unknown emblem as text, and several characters one by one', () => {
  expect(shown('🦄')).toEqual({ pictures: [], text: '🦄' });
  expect(shown('HQ')).toEqual({ pictures: [], text: 'HQ' });
  expect(shown('A🏢🦄')).toEqual({ pictures: shown('🏢').pictures, text: 'A🦄' });
});

it('is hidden from screen readers, and keeps its text for copying', () => {
  const { container } = render(<EmblemIcon emblem="🏢" size={20} />);
  expect(container.querySelector('[aria-hidden="true"] img')?.getAttribute('alt')).toBe('🏢');
});
