import { vi } from 'vitest';

const SIZES = ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const;

/**
 * Gives every element this height and width in px, until `vi.restoreAllMocks()`: happy-dom has no layout, and a virtualised
 * list without height renders nothing.
 */
export function stubElementSize(px: number, sizes: readonly (typeof SIZES)[number][] = SIZES): void {
  for (const size of sizes) vi.spyOn(HTMLElement.prototype, size, 'get').mockReturnValue(px);
}
