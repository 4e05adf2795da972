/**
 * The widths in px up to which a layout is a narrower one; see SHELL-5. Style sheets name them as `@media (--tablet)`, components as
 * `useBreakpoint('tablet')`. No other width is a condition; breakpoints.test.ts keeps it so.
 */
export const BREAKPOINTS = { phone: 480, tablet: 768, laptop: 1024, desktop: 1280 } as const;
export type Breakpoint = keyof typeof BREAKPOINTS;

export const upTo = (name: Breakpoint): string => `(max-width: ${BREAKPOINTS[name]}px)`;
