import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../lib/format.ts';
import { useLocale } from '../lib/i18n.ts';
import { pagerOf } from '../lib/pager.ts';
import classes from './pager.module.css';

type Props = {
  /** The page whose rows are shown. */
  page: number;
  /** The page that is being loaded, where it is another one: Previous and Next start from it. */
  target?: number | undefined;
  pageSize: number;
  total: number;
  /** The text of the shown range; `count` selects the plural. */
  showing: (range: { from: string; to: string; total: string; count: number }) => string;
  onGo: (page: number) => void;
  /** The accessible name, for pages with several pagers. */
  label?: string;
};

/** Previous, Next and the position; renders nothing while everything fits on one page; see SHELL-16. */
export function Pager({ total, showing, onGo, target, label, ...wish }: Props) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const { page, pages, from, to, needed } = pagerOf({ ...wish, total });
  const base = Math.min(target ?? page, pages);
  if (!needed) return null;
  const figure = (value: number): string => formatCount(value, locale);
  return (
    <nav className={classes.pager} aria-label={label ?? t('pager.label')}>
      <span className={classes.showing}>
        {showing({ from: figure(from), to: figure(to), total: figure(total), count: total })}
      </span>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        disabled={base <= 1}
        onClick={() => onGo(base - 1)}
      >
        {t('pager.previous')}
      </Button>
      <span className={classes.page} aria-live="polite">
        {t('pager.page', { page: figure(page), pages: figure(pages) })}
      </span>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={16} aria-hidden />}
        disabled={base >= pages}
        onClick={() => onGo(base + 1)}
      >
        {t('pager.next')}
      </Button>
    </nav>
  );
}
