/** px at the top of the window that the header covers. */
const HEADER_PX = 56;

const behavior = (): ScrollBehavior => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth');

/** Scrolls the page to the top of an element, unless the element begins in the upper half of the window anyway. */
export function scrollToTop(element: HTMLElement | null): void {
  if (!element) return;
  const { top } = element.getBoundingClientRect();
  if (top <= HEADER_PX || top > innerHeight / 2) element.scrollIntoView({ behavior: behavior(), block: 'start' });
}

/** Scrolls the least distance that makes an element visible. */
export const scrollIntoViewIfNeeded = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ behavior: behavior(), block: 'nearest' });
