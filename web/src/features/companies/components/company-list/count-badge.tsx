import { VisuallyHidden } from '@mantine/core';
import { IconBinaryTree2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { tierOf } from '../../panels/count-tier.ts';
import classes from './count-badge.module.css';

/** The number of nested companies, coloured by its tier; an icon where there are none. */
export function CountBadge({ count }: { count: number }) {
  const { t } = useTranslation('companies');
  const formatted = formatCount(count, useLocale());
  if (count === 0) {
    return (
      <span className={classes.none}>
        <IconBinaryTree2 size={18} stroke={1.6} aria-hidden />
        <VisuallyHidden>{t('list.nested_none')}</VisuallyHidden>
      </span>
    );
  }
  return (
    <span className={classes.badge} data-tier={tierOf(count)}>
      <span aria-hidden>{formatted}</span>
      <VisuallyHidden>{t('list.nested', { count, formatted })}</VisuallyHidden>
    </span>
  );
}
