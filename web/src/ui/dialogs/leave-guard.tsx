import { useRef } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { NavigationType, useBlocker, type Location } from 'react-router';
import { useLeaveWarning } from '../../lib/unsaved-input.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = {
  active: boolean;
  /** Default: leaving without saving. */
  title?: string;
  /** Default: what was typed is not saved. */
  text?: string;
  /** The search parameters whose change leaves the input as well, such as the tab of the page. */
  params?: readonly string[];
  /** In a dialog, whose own buttons ask: Back and Forward leave it, by default wherever they lead. */
  inDialog?: boolean;
  onDiscard?: () => void;
};

const valueOf = ({ search }: Location, param: string): string | null => new URLSearchParams(search).get(param);

/** Confirms leaving unsaved changes or running work, by a link, Back or closing the page. Signing out needs no confirmation. */
export function LeaveGuard({ active, title, text, params, inDialog = false, onDiscard }: Props) {
  const { t } = useTranslation(['ui', 'common']);
  useLeaveWarning(active);
  const leaving = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to, historyAction }) =>
      active &&
      to.pathname !== '/login' &&
      (to.pathname !== from.pathname ||
        ((historyAction === NavigationType.Pop || !inDialog) &&
          (params?.some((param) => valueOf(from, param) !== valueOf(to, param)) ?? inDialog))),
  );
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title={title ?? t('leave.title')}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.stay')}
      tone="warning"
      onConfirm={() => {
        leaving.current = true;
        onDiscard?.();
        blocker.proceed?.();
      }}
      onClose={() => {
        // The browser goes back a moment after `proceed`, and a blocker that is reset before that would ask again.
        if (!leaving.current) blocker.reset?.();
        leaving.current = false;
      }}
    >
      {text ?? t('common:discard.text')}
    </ConfirmDialog>
  );
}
