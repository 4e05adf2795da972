import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { CodeInput } from './code-input.tsx';
import { renderUi } from '../../testing/render-page.tsx';

const onChange = vi.fn<(code: string) => void>();
const onSubmit = vi.fn<(code: string) => void>();
let user: ReturnType<typeof userEvent.setup>;

const boxes = (): HTMLInputElement[] => screen.getAllByRole('textbox');
const values = (): string =>
  boxes()
    .map(({ value }) => value || '_')
    .join('');
const focused = (): number => boxes().indexOf(document.activeElement as HTMLInputElement);

beforeEach(async () => {
  user = userEvent.setup();
  await startI18n();
  renderUi(
    <CodeInput length={4} label="Code" invalid={false} readOnly={false} onChange={onChange} onSubmit={onSubmit} />,
  );
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it('submits with the last digit, once', async () => {
  expect(focused()).toBe(0);
  await user.keyboard('123');
  expect(onSubmit).not.toHaveBeenCalled();
  await user.keyboard('4');
  expect(onSubmit.mock.calls).toEqual([['1234']]);
});

it('extracts the code of a pasted message, and submits it', async () => {
  await user.paste('Your code is 1234.');
  expect(values()).toBe('1234');
  expect(onSubmit.mock.calls).toEqual([['1234']]);
  expect(focused()).toBe(3);
  await user.paste('Belfry: код 4321');
  expect(values()).toBe('4321');
  expect(onSubmit.mock.calls).toEqual([['1234'], ['4321']]);
});

it('allows overwriting a wrong code, and submits with its last digit', async () => {
  await user.keyboard('1234');
  boxes()[0]?.focus();
  await user.keyboard('567');
  expect(values()).toBe('5674');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await user.keyboard('8');
  expect(onSubmit).toHaveBeenLastCalledWith('5678');
});

it('submits also where the last digit does not change', async () => {
  await user.keyboard('1234');
  boxes()[0]?.focus();
  await user.keyboard('5674');
  expect(onSubmit).toHaveBeenLastCalledWith('5674');
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

it('keeps the other digits when one in the middle is deleted, and submits the corrected code with Enter', async () => {
  await user.keyboard('1234');
  boxes()[1]?.focus();
  await user.keyboard('{Delete}');
  expect(values()).toBe('1_34');
  expect(onChange).toHaveBeenLastCalledWith('134');
  await user.keyboard('9');
  expect(values()).toBe('1934');
  expect(onSubmit.mock.calls).toEqual([['1234']]);
  await user.keyboard('{Enter}');
  expect(onSubmit.mock.calls).toEqual([['1234'], ['1934']]);
});

it('accepts a code that the phone fills in', () => {
  fireEvent.change(boxes()[0] as HTMLElement, { target: { value: '1234' } });
  expect(values()).toBe('1234');
  expect(onSubmit.mock.calls).toEqual([['1234']]);
});

it('starts again at the first box after it was erased', async () => {
  await user.keyboard('1234');
  boxes()[0]?.focus();
  await user.keyboard('{Backspace}567');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await user.keyboard('8');
  expect(onSubmit).toHaveBeenLastCalledWith('5678');
});

it('submits with Enter, complete or not', async () => {
  await user.keyboard('12{Enter}');
  expect(onSubmit.mock.calls).toEqual([['12']]);
});
