import type { CompanyType } from '@belfry/schemas/domain/companies';
import { IconBuilding, IconBuildingStore, IconSitemap, type Icon } from '@tabler/icons-react';
import { DeviceTypeIcon } from '../../../../../ui/devices/device-marks.tsx';
import { EmblemIcon } from '../../../../../ui/emblems/emblem-icon.tsx';
import type { TreeNode } from '../../company-tree.ts';
import { deviceTypeOf } from '../../selection/tree-selection.ts';
import classes from './tree-row.module.css';

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
