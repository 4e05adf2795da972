import { useBreakpoint } from './use-breakpoint.ts';

/** Whether the mobile layout applies: 768 px or narrower; see SHELL-5. */
export const useMobile = (): boolean => useBreakpoint('tablet');
