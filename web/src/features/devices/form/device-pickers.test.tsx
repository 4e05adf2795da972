import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../testing/open-page.tsx';
import { TagsField } from './device-pickers.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Field() {
  const [value, setValue] = useState('hall');
  return (
    <>
      <TagsField label="Tags" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

const open = () =>
  openPage(<Field />, ({ path }) =>
    path === '/devices/tags' ? Response.json([{ tag: 'shop', devices: 4 }]) : undefined,
  );
const value = (): string | null => screen.getByRole('status').textContent;
const field = (): HTMLElement => screen.getByRole('combobox', { name: 'Tags' });

it('adds typed tags in one spelling, and suggests those of other devices', async () => {
  const { user } = await open();
  await user.type(field(), 'Ground  Floor,HALL,');
  expect(value()).toBe('hall,ground floor');
  await user.clear(field());
  await user.click(field());
  await user.click(await screen.findByRole('option', { name: 'shop' }));
  expect(value()).toBe('hall,ground floor,shop');
});

it('says what a tag is where a text is none', async () => {
  const { user } = await open();
  await user.type(field(), '=cmd{Enter}');
  expect(value()).toBe('hall');
  expect(screen.getByText(/A tag has at most 32 letters/)).toBeDefined();
});
