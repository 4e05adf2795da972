import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { pagerOf } from '../lib/pager.ts';
import classes from './pager.module.css';

type Props = {
  page: number;
  pageSize: number;
  total: number;
  /** What of the list is on the page, in words. */
  showing: (range: { from: number; to: number; total: number }) => string;
  onGo: (page: number) => void;
};

/** Previous, Next and where one is; absent while everything fits on one page (specification 002 §2.2). */
export function Pager({ total, showing, onGo, ...wish }: Props) {
  const { t } = useTranslation('common');
  const { page, pages, from, to, needed } = pagerOf({ ...wish, total });
  if (!needed) return null;
  return (
    <nav className={classes.pager} aria-label={t('pager.label')}>
      <span className={classes.showing}>{showing({ from, to, total })}</span>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        disabled={page <= 1}
        onClick={() => onGo(page - 1)}
      >
        {t('pager.previous')}
      </Button>
      <span className={classes.page} aria-live="polite">
        {t('pager.page', { page, pages })}
      </span>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={16} aria-hidden />}
        disabled={page >= pages}
        onClick={() => onGo(page + 1)}
      >
        {t('pager.next')}
      </Button>
    </nav>
  );
}
