import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { useLeaveWarning } from '../../lib/use-leave-warning.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = {
  active: boolean;
  /** What would happen: leaving without saving, unless said otherwise. */
  title?: string;
  /** What is lost; what was changed in the profile unless said otherwise. */
  text?: string;
};

/** Asks before unsaved changes, or work that goes on, are left behind, by a link or with the page. Who signs out has decided. */
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
