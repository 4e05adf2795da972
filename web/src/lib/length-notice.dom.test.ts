import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForLongInput } from './length-notice.ts';

const notify = vi.fn();
let stop: () => void;
beforeEach(() => {
  notify.mockClear();
  document.body.innerHTML = '<label for="a">Name *</label><input id="a" maxlength="5" value="abc" />';
  stop = listenForLongInput(notify);
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

const input = () => document.querySelector('input')!;
const enter = (data: string): void => {
  input().dispatchEvent(new InputEvent('beforeinput', { data, bubbles: true }));
};

it('reports the field that cuts off input, and its limit', () => {
  input().setSelectionRange(3, 3);
  enter('de');
  expect(notify).not.toHaveBeenCalled();
  enter('def');
  expect(notify).toHaveBeenCalledExactlyOnceWith('Name', 5);
});

it('counts selected characters as replaced', () => {
  input().setSelectionRange(0, 3);
  enter('12345');
  expect(notify).not.toHaveBeenCalled();
});

it('reports nothing after it is stopped', () => {
  stop();
  enter('123456');
  expect(notify).not.toHaveBeenCalled();
});
