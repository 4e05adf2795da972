import { useMediaQuery } from '@mantine/hooks';

/** Whether the mobile layout applies: 768 px or narrower; see SHELL-5. */
export const useMobile = (): boolean =>
  useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false }) ?? false;
