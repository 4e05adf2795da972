import { useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useOfferActions } from '../../../lib/page-actions.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { StartRunDialog } from '../../commands/index.ts';
import type { BulkTargets, DeviceSelection } from './device-selection.ts';
import { ActionIcon, Text, Tooltip, Button, Menu, Checkbox } from '@mantine/core';
import {
  IconX,
  IconBuilding,
  IconChevronDown,
  IconFolderPlus,
  IconNote,
  IconSend,
  IconTag,
  IconToggleRight,
  IconUserShare,
  type Icon,
} from '@tabler/icons-react';
import { BULK_SERIALS_MAX } from '@belfry/schemas/http/fleet/bulk';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import classes from './selection-bar.module.css';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { BULK_KINDS, type BulkKind } from './bulk-change.ts';

type Open = { action: SelectionAction; targets: BulkTargets; count: number };
type Props = {
  selection: DeviceSelection;
  /** Keep the array stable. */
  actions: readonly SelectionAction[];
  /** Whether the devices may belong to others. */
  ofOthers?: boolean;
};

export function SelectionActions({ selection, actions, ofOthers = false }: Props) {
  const { t } = useTranslation('device-bulk');
  const [open, setOpen] = useState<Open | null>(null);
  const { targets, count } = selection;
  const selected = useMemo(() => (targets === null ? null : { targets, count }), [targets, count]);
  const offered = useMemo(
    () =>
      selected === null
        ? []
        : actions.map((action) => ({
            id: `selection-${action}`,
            label: t(`palette.${action}`),
            run: () => setOpen({ action, ...selected }),
          })),
    [actions, selected, t],
  );
  useOfferActions(offered);
  const close = (): void => setOpen(null);
  return (
    <>
      <DeviceSelectionBar
        selection={selection}
        actions={actions}
        onChoose={(action) => selected && setOpen({ action, ...selected })}
      />
      {open?.action === 'command' && (
        <StartRunDialog targets={open.targets} label={t('selection.devices', { count: open.count })} onClose={close} />
      )}
      {open && open.action !== 'command' && (
        <BulkDialog kind={open.action} targets={open.targets} count={open.count} ofOthers={ofOthers} onClose={close} />
      )}
    </>
  );
}

type DeviceSelectionBarProps = {
  selection: DeviceSelection;
  actions: readonly SelectionAction[];
  onChoose: (action: SelectionAction) => void;
};
function DeviceSelectionBar({ selection, actions, onChoose }: DeviceSelectionBarProps) {
  const { t } = useTranslation('device-bulk');
  const locale = useLocale();
  if (selection.count === 0) return null;
  const full = !selection.all && selection.count >= BULK_SERIALS_MAX;
  return (
    <section className={classes.bar} aria-label={t('selection.label')}>
      <Text component="output" size="sm" fw={600} className={classes.count}>
        {t('selection.count', { count: selection.count })}
      </Text>
      <BulkMenu actions={actions} onChoose={onChoose} />
      <Tooltip label={t('selection.clear')} withinPortal={false}>
        <ActionIcon variant="subtle" color="gray" aria-label={t('selection.clear')} onClick={selection.clear}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {full && (
        <Text size="xs" c="dimmed" className={classes.note}>
          {t('selection.most', { most: formatCount(BULK_SERIALS_MAX, locale) })}
        </Text>
      )}
    </section>
  );
}

type SelectionAction = 'command' | BulkKind;
export const ADMIN_ACTIONS: readonly SelectionAction[] = ['command', ...BULK_KINDS];
export const OWNER_ACTIONS: readonly SelectionAction[] = ['command', 'note', 'tags', 'company', 'group'];

const ICONS: Record<SelectionAction, Icon> = {
  command: IconSend,
  mode: IconToggleRight,
  note: IconNote,
  tags: IconTag,
  company: IconBuilding,
  group: IconFolderPlus,
  owner: IconUserShare,
};

type BulkMenuProps = { actions: readonly SelectionAction[]; onChoose: (action: SelectionAction) => void };

function BulkMenu({ actions, onChoose }: BulkMenuProps) {
  const { t } = useTranslation('device-bulk');
  const mobile = useMobile();
  const iconOf = (action: SelectionAction) => {
    const Icon = ICONS[action];
    return <Icon size={16} aria-hidden />;
  };
  if (!mobile) {
    return actions.map((action) => (
      <Button
        key={action}
        size="compact-sm"
        variant="default"
        leftSection={iconOf(action)}
        onClick={() => onChoose(action)}
      >
        {t(`action.${action}`)}
      </Button>
    ));
  }
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <Button size="compact-sm" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t('action.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item key={action} leftSection={iconOf(action)} onClick={() => onChoose(action)}>
            {t(`action.${action}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function SelectPage({ selection }: { selection: DeviceSelection }) {
  const { t } = useTranslation('device-bulk');
  const locale = useLocale();
  const { all, total, onPage, pageSize } = selection;
  const whole = pageSize > 0 && onPage === pageSize;
  return (
    <>
      <Checkbox
        label={t('selection.page')}
        checked={whole}
        indeterminate={onPage > 0 && !whole}
        disabled={pageSize === 0}
        onChange={() => selection.choosePage(!whole)}
      />
      {total > pageSize && !all && (
        <Button variant="subtle" size="compact-sm" onClick={selection.chooseAll}>
          {t('selection.all', { count: total, formatted: formatCount(total, locale) })}
        </Button>
      )}
    </>
  );
}

type SelectDeviceProps = { serial: string; checked: boolean; onSelect: (serial: string, range: boolean) => void };

/** Selects one device; with Shift every device between it and the last one. The space bar with Shift does the same. */
export function SelectDevice({ serial, checked, onSelect }: SelectDeviceProps) {
  const { t } = useTranslation('device-bulk');
  return (
    <Checkbox
      size="xs"
      data-tick
      ms="auto"
      aria-label={t('selection.device', { serial })}
      checked={checked}
      onChange={({ nativeEvent }) => onSelect(serial, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
    />
  );
}
