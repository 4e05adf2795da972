import { useMediaQuery } from '@mantine/hooks';
import { upTo, type Breakpoint } from '../breakpoints.ts';

/** Whether the page is as wide as a breakpoint, or narrower. */
export const useBreakpoint = (name: Breakpoint): boolean =>
  useMediaQuery(upTo(name), undefined, { getInitialValueInEffect: false }) ?? false;
