import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { CoordinatesField } from './coordinates-field.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Form() {
  const [value, setValue] = useState('');
  return <CoordinatesField value={value} name="Shop" onChange={setValue} />;
}

it('says what is no place, and removes what was typed', async () => {
  const { user } = await openPage(<Form />, () => undefined);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Coordinates' });
  await user.type(field, '56.95, 240');
  expect(screen.getByText('Enter latitude and longitude, such as 56.95, 24.11')).toBeDefined();
  await user.clear(field);
  await user.paste('N 56,95 E 24,11');
  expect(screen.queryByText(/^Enter latitude/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove the coordinates' }));
  expect(field.value).toBe('');
});
