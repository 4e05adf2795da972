import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import type { DeviceSelection } from './use-device-selection.ts';

/** Selects the devices of the page, and all devices that match the filters where there are more. */
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
