import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfferActions } from '../../../lib/page-actions.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { StartRunDialog } from '../../commands/index.ts';
import type { BulkChoices } from '../bulk/bulk-fields.tsx';
import { type SelectionAction, BulkMenu } from '../bulk/bulk-menu.tsx';
import type { BulkTargets, DeviceSelection } from './use-device-selection.ts';
import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { BULK_SERIALS_MAX } from '@belfry/schemas/http/devices/bulk';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import classes from './device-selection-bar.module.css';

const BulkDialog = lazyDialog(async () => (await import('../bulk/bulk-dialog.tsx')).BulkDialog);

type Open = { action: SelectionAction; targets: BulkTargets; count: number };
type Props = {
  selection: DeviceSelection;
  /** What this person can do with the devices of the list. Keep the array stable. */
  actions: readonly SelectionAction[];
  choices: BulkChoices;
};

/** The bar of the selection with its dialogs. The quick find offers the same actions. */
export function SelectionActions({ selection, actions, choices }: Props) {
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
        <BulkDialog kind={open.action} targets={open.targets} count={open.count} choices={choices} onClose={close} />
      )}
    </>
  );
}

type DeviceSelectionBarProps = {
  selection: DeviceSelection;
  actions: readonly SelectionAction[];
  onChoose: (action: SelectionAction) => void;
};
/** How many devices are selected and what can be done with them. It stays at the end of the window while the list is paged. */
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
