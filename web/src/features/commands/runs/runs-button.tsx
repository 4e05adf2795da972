import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslation } from '../../../lib/translation.ts';

/** Leads to the runs among what has happened. */
export function RunsButton() {
  const { t } = useTranslation('command-runs');
  return (
    <Button
      component={Link}
      to="/activity?view=changes"
      variant="default"
      leftSection={<IconListDetails size={16} aria-hidden />}
    >
      {t('list.open')}
    </Button>
  );
}
