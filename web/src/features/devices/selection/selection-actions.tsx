import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfferActions } from '../../../lib/paging/page-actions.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { StartRunDialog } from '../../commands/index.ts';
import type { BulkChoices } from '../bulk/bulk-fields.tsx';
import type { SelectionAction } from '../bulk/bulk-menu.tsx';
import { DeviceSelectionBar } from './device-selection-bar.tsx';
import type { BulkTargets, DeviceSelection } from './use-device-selection.ts';

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
