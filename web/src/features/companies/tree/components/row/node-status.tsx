import { useTranslation } from 'react-i18next';
import type { TreeNode } from '../../company-tree.ts';
import { useLiveStatus } from '../../../../device-state/device-state-api.ts';
import { StatusMark } from '../../../../../ui/devices/device-marks.tsx';

type Props = { serial: string; known: TreeNode['status'] };

/** A dot for the status of a bound device, live while its row is on screen; `known` is what the tree was loaded with. */
export function NodeStatus({ serial, known }: Props) {
  const { t } = useTranslation('tree');
  const status = useLiveStatus(serial, known) ?? 'offline';
  return <StatusMark status={status} label={t(`status.${status}`)} />;
}

/** The status with which the tree was loaded, or that the node has no device. */
export function KnownStatus({ node: { serial, status } }: { node: Pick<TreeNode, 'serial' | 'status'> }) {
  const { t } = useTranslation('tree');
  if (serial === null) return <UnboundMark />;
  return <StatusMark status={status ?? 'offline'} label={t(`status.${status ?? 'offline'}`)} />;
}

/** A device node without a device. */
export function UnboundMark() {
  const { t } = useTranslation('tree');
  return <StatusMark status="unbound" label={t('status.unbound')} />;
}
