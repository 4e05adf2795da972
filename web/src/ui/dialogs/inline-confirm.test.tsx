import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InlineConfirm } from './inline-confirm.tsx';
import { renderUi } from '../../testing/render-page.tsx';

const onConfirm = vi.fn();
const press = (name: string) => screen.getByRole('button', { name });
let user: ReturnType<typeof userEvent.setup>;

beforeEach(async () => {
  user = userEvent.setup();
  renderUi(
    <>
      {' '}
      <InlineConfirm question="Unbind?" yes="Confirm" no="Cancel" onConfirm={onConfirm}>
        {(opener) => <button {...opener}>Unbind</button>}
      </InlineConfirm>
      <input aria-label="Note" />
    </>,
  );
  await user.click(press('Unbind'));
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it('focuses Cancel first', () => expect(document.activeElement).toBe(press('Cancel')));

it('runs the action after the confirmation', async () => {
  await user.click(press('Confirm'));
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(screen.queryByText('Unbind?')).toBeNull();
});

it.each([
  ['Cancel', () => user.click(press('Cancel'))],
  ['Escape', () => user.keyboard('{Escape}')],
])('is cancelled by %s, and returns the focus', async (_how, refuse) => {
  await refuse();
  expect(document.activeElement).toBe(press('Unbind'));
  expect(onConfirm).not.toHaveBeenCalled();
});

it('is cancelled by a click elsewhere, and leaves the focus there', async () => {
  await user.click(screen.getByRole('textbox'));
  expect(screen.queryByText('Unbind?')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  expect(onConfirm).not.toHaveBeenCalled();
});

it('is not confirmed by the second click of a double click', () => {
  fireEvent.click(press('Confirm'), { detail: 2 });
  expect(onConfirm).not.toHaveBeenCalled();
  expect(screen.getByText('Unbind?')).toBeDefined();
});
