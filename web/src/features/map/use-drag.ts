import { type PointerEvent, useRef } from 'react';

/** Smaller movements (px) are the trembling of a hand that clicks. */
const STARTS_AT_PX = 4;

type Point = { x: number; y: number };
type Held = { pointerId: number; from: Point; start: Point; moves: boolean };

/**
 * Moves something with mouse, finger or pen from where it is held, so that it does not jump below the pointer.
 * @param at where it is now, in any unit
 * @param onDrag called with where it was at first, and how far the pointer is from there to the right and down (px)
 * @returns the listeners of its button, of which the style needs `touch-action: none`
 */
export function useDrag(at: Point, onDrag: (start: Point, right: number, down: number) => void) {
  const held = useRef<Held | null>(null);
  const release = (): void => {
    held.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (!event.isPrimary || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const from = { x: event.clientX, y: event.clientY };
      held.current = { pointerId: event.pointerId, from, start: at, moves: false };
    },
    onPointerMove: ({ pointerId, clientX, clientY }: PointerEvent): void => {
      const hold = held.current;
      if (hold?.pointerId !== pointerId) return;
      const [right, down] = [clientX - hold.from.x, clientY - hold.from.y];
      if (!hold.moves && Math.hypot(right, down) < STARTS_AT_PX) return;
      hold.moves = true;
      onDrag(hold.start, right, down);
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}
