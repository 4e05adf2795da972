import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { CompanyInlineForm } from './company-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (initial: { name: string; description: string }) =>
  openPage(
    <CompanyInlineForm
      label="Add company"
      initial={initial}
      submitLabel="Add"
      failure={null}
      onSend={() => Promise.resolve()}
      onCancel={() => undefined}
    />,
    () => undefined,
  );

it('takes a name of 15 characters and a description of 20', async () => {
  const { user } = await open({ name: '', description: '' });
  const name = screen.getByRole('textbox', { name: /Name/ });
  const description = screen.getByRole('textbox', { name: /Description/ });
  await user.type(name, 'x'.repeat(16));
  await user.type(description, 'y'.repeat(21));
  expect([name, description].map((field) => (field as HTMLInputElement).value.length)).toEqual([15, 20]);
});

it('keeps a longer name from another form', async () => {
  const long = 'x'.repeat(30);
  await open({ name: long, description: '' });
  expect(screen.getByRole('textbox', { name: /Name/ })).toHaveProperty('value', long);
});
