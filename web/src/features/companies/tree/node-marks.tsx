import type { CompanyType } from '@belfry/schemas/domain/companies';
import { DEVICE_STATUSES, type DeviceStatus } from '@belfry/schemas/domain/device';
import { IconBuilding, IconBuildingStore, IconSitemap, type Icon, IconCheck, IconMinus } from '@tabler/icons-react';
import { DeviceTypeIcon, StatusMark } from '../../../ui/devices/device-marks.tsx';
import { EmblemIcon } from '../../../ui/emblems/emblem-icon.tsx';
import type { TreeNode } from './company-tree.ts';
import { deviceTypeOf, type CheckState } from './tree-selection.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useLiveStatus } from '../../device-state/device-state-api.ts';
import classes from './node-marks.module.css';

const ICONS: Record<Exclude<CompanyType, 'Device'>, Icon> = {
  Main: IconBuilding,
  Element: IconSitemap,
  Company: IconBuildingStore,
};

/** The emblem of a node, or the icon of its type; a device has that of its device type. */
export function NodeMark({ node }: { node: TreeNode }) {
  if (node.emblem !== null) return <EmblemIcon emblem={node.emblem} size={18} />;
  if (node.type === 'Device') return <DeviceTypeIcon type={deviceTypeOf(node)} />;
  const Mark = ICONS[node.type];
  return <Mark size={18} stroke={1.75} className={classes.mark ?? ''} data-type={node.type} aria-hidden />;
}

/** A status that the console does not know is a grey Unknown; see DEV-3. */
const shownStatus = (status: TreeNode['status']): DeviceStatus | 'unknown' =>
  status === null ? 'offline' : (DEVICE_STATUSES.find((each) => each === status) ?? 'unknown');

type Props = { serial: string; firstStatus: TreeNode['status'] };

/**
 * A dot for the status of a bound device, live while its row is on screen. `firstStatus`: the status with which the tree was
 * loaded.
 */
export function NodeStatus({ serial, firstStatus }: Props) {
  const { t } = useTranslation('tree');
  const status = shownStatus(useLiveStatus(serial, firstStatus));
  return <StatusMark status={status} label={t(`status.${status}`)} />;
}

export function KnownStatus({ node: { serial, status } }: { node: Pick<TreeNode, 'serial' | 'status'> }) {
  const { t } = useTranslation('tree');
  if (serial === null) return <UnboundMark />;
  const mark = shownStatus(status);
  return <StatusMark status={mark} label={t(`status.${mark}`)} />;
}

export function UnboundMark() {
  const { t } = useTranslation('tree');
  return <StatusMark status="unbound" label={t('status.unbound')} />;
}

type CheckMarkProps = { state: CheckState; onToggle: () => void };

/** The check box of a tree row, for the mouse only: the row itself has `aria-checked`, and Space toggles it. */
export const CheckMark = ({ state, onToggle }: CheckMarkProps) => (
  <button
    type="button"
    className={classes.box}
    tabIndex={-1}
    aria-hidden
    data-check
    data-state={state}
    // The focus stays with the row.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onToggle}
  >
    {state === true && <IconCheck size={12} stroke={3} />}
    {state === 'mixed' && <IconMinus size={12} stroke={3} />}
  </button>
);
