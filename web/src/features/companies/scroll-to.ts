/** Whatever is nearer to the top than this lies below the header. */
const HEADER_PX = 56;

const behavior = (): ScrollBehavior => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth');

/** Scrolls the page to the top of an element, unless the element begins in the upper half of the window anyway. */
export function scrollToTop(element: HTMLElement | null): void {
  if (!element) return;
  const { top } = element.getBoundingClientRect();
  if (top <= HEADER_PX || top > innerHeight / 2) element.scrollIntoView({ behavior: behavior(), block: 'start' });
}

/** Scrolls as little as it takes to see an element. */
export const scrollIntoSight = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ behavior: behavior(), block: 'nearest' });
