import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForLongInput } from './length-notice.ts';

const notify = vi.fn();
let stop: () => void;
beforeEach(() => {
  notify.mockClear();
  document.body.innerHTML = '<label for="a">Name *</label><input id="a" maxlength="5" value="abc" />';
  stop = listenForLongInput(notify);
});
afterEach(() => stop());

const input = () => document.querySelector('input')!;
const enter = (data: string): void => {
  input().dispatchEvent(new InputEvent('beforeinput', { data, bubbles: true }));
};

it('tells which field takes no more, and how much it takes', () => {
  input().setSelectionRange(3, 3);
  enter('de');
  expect(notify).not.toHaveBeenCalled();
  enter('def');
  expect(notify).toHaveBeenCalledExactlyOnceWith('Name', 5);
});

it('counts what is selected as replaced', () => {
  input().setSelectionRange(0, 3);
  enter('12345');
  expect(notify).not.toHaveBeenCalled();
});

it('is silent once it is ended', () => {
  stop();
  enter('123456');
  expect(notify).not.toHaveBeenCalled();
});
