import { useMediaQuery } from '@mantine/hooks';

/** Whether the header has icons instead of labels: narrower than 1150 px; see SHELL-5. */
export const useCompactHeader = (): boolean =>
  useMediaQuery('(width < 1150px)', undefined, { getInitialValueInEffect: false }) ?? false;
