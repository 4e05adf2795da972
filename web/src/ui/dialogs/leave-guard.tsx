import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { useLeaveWarning } from '../../lib/editing/use-leave-warning.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = {
  active: boolean;
  /** Default: leaving without saving. */
  title?: string;
  /** Default: the changes of the profile are lost. */
  text?: string;
};

/** Confirms leaving unsaved changes or running work, by a link or by closing the page. Signing out needs no confirmation. */
export function LeaveGuard({ active, title, text }: Props) {
  const { t } = useTranslation('ui');
  useLeaveWarning(active);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      active && to.pathname !== from.pathname && to.pathname !== '/login',
  );
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title={title ?? t('leave.title')}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.stay')}
      tone="warning"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {text ?? t('leave.text')}
    </ConfirmDialog>
  );
}
