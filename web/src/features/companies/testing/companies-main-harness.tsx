import { screen } from '@testing-library/react';

export function toggle(name: 'Add Company' | 'Cancel'): HTMLElement {
  const [first] = screen.getAllByRole('button', { name });
  return first as HTMLElement;
}

export const form = (name = 'Add Company') => screen.queryByRole('form', { name });

export const tool = (name: string) => screen.queryByRole('button', { name });

export const rowOf = (id: number) => document.querySelector<HTMLElement>(`[data-company="${id}"]`);
