import { useTranslation } from 'react-i18next';
import { useExpiringState } from '../../lib/hooks/use-expiring-state.ts';
import { useErrorMessage } from '../../api/base/use-error-message.ts';
import type groups from '../../locales/en/groups.json';

/** How long a message is shown; see GROUP-8. */
export const GROUP_MESSAGE_MS = 30_000;

export type GroupMessage = { tone: 'success' | 'error'; text: string; detail?: string };
export type GroupMessages = {
  message: GroupMessage | null;
  succeed: (what: keyof typeof groups.done, detail?: string) => void;
  /** `cause` is the error of the request; the server's text is shown below that of the console. */
  fail: (what: keyof typeof groups.error, cause?: unknown) => void;
  clear: () => void;
};

/** The one message area of the group manager. */
export function useGroupMessages(): GroupMessages {
  const { t } = useTranslation('groups');
  const errorText = useErrorMessage();
  const [message, show, clear] = useExpiringState<GroupMessage>();
  return {
    message,
    succeed: (what, detail) => show({ tone: 'success', text: t(`done.${what}`), detail }, GROUP_MESSAGE_MS),
    fail: (what, cause) =>
      show({ tone: 'error', text: t(`error.${what}`), detail: errorText(cause) }, GROUP_MESSAGE_MS),
    clear,
  };
}
