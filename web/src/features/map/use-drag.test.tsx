import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useDrag } from './use-drag.ts';

afterEach(cleanup);

function openMark() {
  const onDrag = vi.fn();
  const Mark = () => <button type="button" {...useDrag({ x: 10, y: 20 }, onDrag)} />;
  render(<Mark />);
  const mark = screen.getByRole('button');
  Object.assign(mark, { setPointerCapture: () => undefined });
  const pointer = { pointerId: 1, isPrimary: true, button: 0 };
  const press = (more: object = {}) => fireEvent.pointerDown(mark, { ...pointer, clientX: 100, clientY: 100, ...more });
  const move = (clientX: number, clientY: number, pointerId = 1) =>
    fireEvent.pointerMove(mark, { ...pointer, clientX, clientY, pointerId });
  return { mark, onDrag, press, move };
}

it('moves from where it was by how far the pointer has gone, once that is more than a tremble', () => {
  const { mark, onDrag, press, move } = openMark();
  press();
  move(103, 102);
  expect(onDrag).not.toHaveBeenCalled();
  move(104, 100);
  move(101, 101);
  expect(onDrag.mock.calls).toEqual([
    [{ x: 10, y: 20 }, 4, 0],
    [{ x: 10, y: 20 }, 1, 1],
  ]);
  fireEvent.pointerUp(mark, { pointerId: 1 });
  move(150, 150);
  expect(onDrag).toHaveBeenCalledTimes(2);
});

it('is held by one pointer, which the browser may take away', () => {
  const { mark, onDrag, press, move } = openMark();
  press();
  move(150, 150, 2);
  fireEvent.pointerCancel(mark, { pointerId: 1 });
  move(150, 150);
  expect(onDrag).not.toHaveBeenCalled();
});

it.each([
  ['the right button of a mouse', { button: 2 }],
  ['a second finger', { isPrimary: false }],
])('is not moved with %s', (_what, pressed) => {
  const { onDrag, press, move } = openMark();
  press(pressed);
  move(150, 150);
  expect(onDrag).not.toHaveBeenCalled();
});
