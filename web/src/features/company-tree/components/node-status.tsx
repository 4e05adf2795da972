import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TreeNode } from '../company-tree.ts';
import { useLiveStatus } from '../../../api/live-status-api.ts';
import classes from './node-status.module.css';

type Props = { serial: string; known: TreeNode['status'] };

/** A dot for the status of a bound device, live while its row is on screen; `known` is what the tree was loaded with. */
export function NodeStatus({ serial, known }: Props) {
  const { t } = useTranslation('tree');
  const status = useLiveStatus(serial, known) ?? 'offline';
  return (
    <span className={classes.dot} data-status={status} title={t(`status.${status}`)}>
      <VisuallyHidden>{t(`status.${status}`)}</VisuallyHidden>
    </span>
  );
}

/** A device node without a device. */
export function UnboundMark() {
  const { t } = useTranslation('tree');
  return (
    <span className={classes.dot} data-status="unbound" title={t('status.unbound')}>
      <VisuallyHidden>{t('status.unbound')}</VisuallyHidden>
    </span>
  );
}
