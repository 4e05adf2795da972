import { Button, Checkbox, Group, Text, Title } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { type TreeNode, postalAddressOf } from './company-tree.ts';
import { postalAddressLine } from '../../../lib/tree-nodes.ts';
import { isDeviceNode } from './tree-selection.ts';
import { useTreeState } from './tree-context.ts';
import classes from './device-list.module.css';
import list from './tree-list.module.css';
import { NodeMark, NodeStatus, UnboundMark } from './node-marks.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';

const ROW_PX = 48;
/** See TREE-37. */
const MAX_PX = 400;

/** Every device of the tree in one flat list; see TREE-27. */
export function DeviceList() {
  const { t } = useTranslation('tree');
  const locale = useLocale();
  const { filtered: tree, checks, onCheck } = useTreeState();
  const devices = tree.nodes.filter(isDeviceNode);
  const unchecked = devices.filter(({ company_id }) => !checks.has(company_id));
  return (
    <section aria-label={t('devices.title')}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={3} size="h6">
          {t('devices.title')}{' '}
          <Text span inherit fw={400} c="dimmed" className="tabular">
            {formatCount(devices.length, locale)}
          </Text>
        </Title>
        {unchecked.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onCheck(unchecked.map(({ company_id }) => company_id))}
          >
            {t('devices.select_all')}
          </Button>
        )}
      </Group>
      {devices.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('devices.none')}
        </Text>
      ) : (
        <VirtualList
          label={t('devices.title')}
          count={devices.length}
          rowPx={ROW_PX}
          maxPx={MAX_PX}
          keyOf={(index) => devices[index]?.company_id ?? index}
        >
          {(index) => {
            const node = devices[index];
            return (
              node && (
                <DeviceRow
                  node={node}
                  address={postalAddressLine(postalAddressOf(tree, node.company_id).address)}
                  checked={checks.has(node.company_id)}
                  onCheck={() => onCheck([node.company_id])}
                />
              )
            );
          }}
        </VirtualList>
      )}
    </section>
  );
}

type RowProps = { node: TreeNode; address: string; checked: boolean; onCheck: () => void };

function DeviceRow({ node, address, checked, onCheck }: RowProps) {
  const { name, serial, status } = node;
  return (
    <div className={`${list.row} ${classes.row}`}>
      <Checkbox
        classNames={{ root: classes.check, body: classes.body, labelWrapper: classes.label }}
        size="xs"
        checked={checked}
        onChange={onCheck}
        label={
          <span className={classes.name} data-struck={!checked || undefined}>
            <NodeMark node={node} />
            <span>{name}</span>
          </span>
        }
      />
      {serial === null ? <UnboundMark /> : <NodeStatus serial={serial} firstStatus={status} />}
      <span className={list.where}>{address}</span>
      <span className={`${list.serial} ${classes.serial}`}>{serial}</span>
    </div>
  );
}
