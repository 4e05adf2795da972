import { Center, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconGridDots, IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DEVICE_VIEWS, viewSchema, type DeviceView } from './device-view.ts';

const ICONS = { cards: IconLayoutGrid, table: IconTable, wall: IconGridDots };

type Props = { view: DeviceView; onChange: (view: DeviceView) => void };

/** Cards, table or wall. */
export function ViewSwitch({ view, onChange }: Props) {
  const { t } = useTranslation('device-views');
  return (
    <SegmentedControl
      aria-label={t('label')}
      value={view}
      onChange={(value) => onChange(viewSchema.parse(value))}
      data={DEVICE_VIEWS.map((value) => {
        const Icon = ICONS[value];
        return {
          value,
          label: (
            <Center title={t(`view.${value}`)}>
              <Icon size={18} aria-hidden />
              <VisuallyHidden>{t(`view.${value}`)}</VisuallyHidden>
            </Center>
          ),
        };
      })}
    />
  );
}
