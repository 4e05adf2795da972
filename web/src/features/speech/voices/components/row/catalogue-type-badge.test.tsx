import { VOICE_TYPES } from '@belfry/schemas/http/speech/voices';
import { MantineProvider, type MantineColorsTuple } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../../../../lib/i18n.ts';
import { CatalogueTypeBadge } from './catalogue-type-badge.tsx';

/** The theme's own test checks which accents exist and their contrast. */
const SHADES: MantineColorsTuple = ['#111', '#111', '#111', '#111', '#111', '#111', '#111', '#111', '#111', '#111'];

beforeAll(startI18n);
afterEach(cleanup);

it('gives each type its own colour of the theme', () => {
  render(
    <MantineProvider theme={{ colors: { purple: SHADES, company: SHADES, element: SHADES } }}>
      {VOICE_TYPES.map((type) => (
        <CatalogueTypeBadge key={type} type={type} />
      ))}
    </MantineProvider>,
  );
  const colours = ['NEURAL2', 'WAVENET', 'STANDARD'].map((text) => {
    const badge = screen.getByText(text).closest<HTMLElement>('[data-type]')!;
    return badge.style.getPropertyValue('--badge-color');
  });
  expect(colours).toEqual(
    ['purple', 'company', 'element'].map((accent) => `var(--mantine-color-${accent}-light-color)`),
  );
});
