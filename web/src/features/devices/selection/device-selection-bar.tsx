import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BULK_SERIALS_MAX } from '@belfry/schemas/http/devices/bulk';
import { formatCount } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { BulkMenu, type SelectionAction } from '../bulk/bulk-menu.tsx';
import type { DeviceSelection } from './use-device-selection.ts';
import classes from './device-selection-bar.module.css';

type Props = {
  selection: DeviceSelection;
  actions: readonly SelectionAction[];
  onChoose: (action: SelectionAction) => void;
};

/** How many devices are selected and what can be done with them. It stays at the end of the window while the list is paged. */
export function DeviceSelectionBar({ selection, actions, onChoose }: Props) {
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
