import { useTranslation } from 'react-i18next';
import { DeviceCardSkeleton } from '../../../../ui/devices/device-card-skeleton.tsx';
import grid from './device-grid.module.css';

/** As many placeholders as cards are expected. */
export function DeviceCardSkeletons({ count }: { count: number }) {
  const { t } = useTranslation('common');
  return (
    <output className={grid.grid} aria-label={t('loading')}>
      {Array.from({ length: count }, (_, index) => (
        <DeviceCardSkeleton key={index} />
      ))}
    </output>
  );
}
