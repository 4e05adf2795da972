import { render, screen } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import { expect, it } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import { PersonStatus } from './person.tsx';

it.each([
  [{ active: true, blocked: false }, 'Active'],
  [{ active: true, blocked: true }, 'Blocked'],
  [{ active: false, blocked: false }, 'Suspended'],
  [{ active: false, blocked: true }, 'Suspended'],
])('%j is %s', async (person, text) => {
  await startI18n();
  const { container } = render(<PersonStatus person={person} />, { wrapper: MantineProvider });
  expect(container.querySelector('[data-status]')?.textContent).toBe(text);
  expect(screen.getAllByText(text)).toHaveLength(1);
});
