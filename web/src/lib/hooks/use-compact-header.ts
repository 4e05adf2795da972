import { useBreakpoint } from './use-breakpoint.ts';

/** Whether the header has icons instead of labels: 1280 px or narrower; see SHELL-5. */
export const useCompactHeader = (): boolean => useBreakpoint('desktop');
