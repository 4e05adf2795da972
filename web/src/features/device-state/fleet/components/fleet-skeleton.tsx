import { DEVICE_STATUSES } from '@belfry/schemas/domain/device';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './fleet-overview.module.css';

/** As high as the counts of a fleet, so that nothing below moves when they arrive. */
export function FleetSkeleton() {
  const { t } = useTranslation('common');
  return (
    <div aria-busy>
      <VisuallyHidden component="output">{t('loading')}</VisuallyHidden>
      <div className={classes.tiles}>
        {['total', ...DEVICE_STATUSES].map((each) => (
          <Skeleton key={each} className={classes.tileSkeleton ?? ''} radius="lg" />
        ))}
      </div>
      <Skeleton height={6} mt={16} />
      <Skeleton height={30} width={240} mt={20} />
    </div>
  );
}
