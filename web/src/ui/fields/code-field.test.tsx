import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { CodeField } from './code-field.tsx';
import { renderUi } from '../../testing/render-page.tsx';

const onComplete = vi.fn<(code: string) => void>();
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function Form() {
  const [code, setCode] = useState('');
  return <CodeField label="Code" length={6} value={code} onChange={setCode} onComplete={onComplete} />;
}
const open = async () => {
  renderUi(<Form />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('textbox'));
  return { user, shown: () => screen.getByRole<HTMLInputElement>('textbox').value };
};

it('completes a typed code with its last digit', async () => {
  const { user } = await open();
  await user.keyboard('12345');
  expect(onComplete).not.toHaveBeenCalled();
  await user.keyboard('6');
  expect(onComplete.mock.calls).toEqual([['123456']]);
});

it('extracts the code of a pasted message', async () => {
  const { user, shown } = await open();
  await user.paste('Your code is 123 456.');
  expect(shown()).toBe('123456');
  expect(onComplete.mock.calls).toEqual([['123456']]);
});

it('does not submit a recovery code automatically', async () => {
  const { user, shown } = await open();
  await user.paste('k3f9-x2mq-7htd');
  expect(shown()).toBe('k3f9-x2mq-7htd');
  await user.clear(screen.getByRole('textbox'));
  await user.keyboard('2345-6789-2345');
  expect(onComplete).not.toHaveBeenCalled();
});
