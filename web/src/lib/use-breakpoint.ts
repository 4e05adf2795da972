import { useMediaQuery } from '@mantine/hooks';
import { upTo, type Breakpoint } from './breakpoints.ts';

/** The page is as wide as a breakpoint, or narrower. */
export const useBreakpoint = (name: Breakpoint): boolean =>
  useMediaQuery(upTo(name), undefined, { getInitialValueInEffect: false }) ?? false;

/** Whether the mobile layout applies: 768 px or narrower; see SHELL-5. */
export const useMobile = (): boolean => useBreakpoint('tablet');

/** Whether the header has icons instead of labels: 1280 px or narrower; see SHELL-5. */
export const useCompactHeader = (): boolean => useBreakpoint('desktop');
