import { useWindowEvent } from '@mantine/hooks';

/** Has the browser ask before the page is closed or reloaded while `active`; see SHELL-18. */
export const useLeaveWarning = (active: boolean): void =>
  useWindowEvent('beforeunload', (event) => {
    if (active) event.preventDefault();
  });
