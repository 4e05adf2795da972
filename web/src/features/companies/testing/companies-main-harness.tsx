import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { openPage } from './company-harness.tsx';

export function toggle(name: 'Add Company' | 'Cancel'): HTMLElement {
  const [first] = screen.getAllByRole('button', { name });
  return first as HTMLElement;
}

export const form = (name = 'Add Company') => screen.queryByRole('form', { name });

export const field = (name: string) =>
  within(form() ?? screen.getByRole('form', { name: 'Edit Company' })).getByLabelText(new RegExp(`^${name}`));

export const tool = (name: string) => screen.queryByRole('button', { name });

export const rowOf = (id: number) => document.querySelector<HTMLElement>(`[data-company="${id}"]`);

export const named = () =>
  [...document.querySelectorAll('[data-company]')].map((row) => row.querySelector('td')?.textContent);

export const internal = (body: string) => new Response(body, { status: 500 });

export async function openAdd(address = '/navigation') {
  const page = openPage(address);
  await screen.findByRole('textbox', { name: 'Search' });
  await page.user.click(toggle('Add Company'));
  expect(document.activeElement).toBe(field('Name'));
  return page;
}
