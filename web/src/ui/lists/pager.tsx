import { ActionIcon, Button, NativeSelect, NumberInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { pagerOf } from '../../lib/paging.ts';
import classes from './pager.module.css';
import { useState, type FormEvent } from 'react';

type Props = {
  page: number;
  /** The page that is being loaded, where it is another one: the buttons start from it. */
  target?: number | undefined;
  pageSize: number;
  sizes?: { choices: readonly number[]; initial: number; onChoose: (size: number) => void };
  total: number;
  /** The text of the shown range; `count` selects the plural. */
  showing: (range: { from: string; to: string; total: string; count: number }) => string;
  onGo: (page: number) => void;
  label?: string;
};

/**
 * First, Previous, Next, Last, a field for a page number, the position and the page size; see SHELL-16. Renders nothing
 * while everything fits on one page, unless that is so only because a larger page was chosen.
 */
export function Pager({ total, showing, onGo, target, label, sizes, ...wish }: Props) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const { page, pages, from, to, needed } = pagerOf({ ...wish, total });
  const base = Math.min(target ?? page, pages);
  if (!needed && (sizes === undefined || total <= sizes.initial)) return null;
  const format = (value: number): string => formatCount(value, locale);
  return (
    <nav className={classes.pager} aria-label={label ?? t('pager.label')}>
      <span className={classes.showing}>
        {showing({ from: format(from), to: format(to), total: format(total), count: total })}
      </span>
      <div className={classes.buttons}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('pager.first')}
          disabled={base <= 1}
          onClick={() => onGo(1)}
        >
          <IconChevronsLeft size={16} aria-hidden />
        </ActionIcon>
        <Button
          variant="default"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          disabled={base <= 1}
          onClick={() => onGo(base - 1)}
        >
          {t('pager.previous')}
        </Button>
        <span className={classes.page} aria-live="polite">
          {t('pager.page', { page: format(page), pages: format(pages) })}
        </span>
        <Button
          variant="default"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          disabled={base >= pages}
          onClick={() => onGo(base + 1)}
        >
          {t('pager.next')}
        </Button>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('pager.last')}
          disabled={base >= pages}
          onClick={() => onGo(pages)}
        >
          <IconChevronsRight size={16} aria-hidden />
        </ActionIcon>
      </div>
      {pages > 2 && <PagerJump pages={pages} onGo={onGo} />}
      {sizes && (
        <NativeSelect
          aria-label={t('pager.size')}
          value={String(wish.pageSize)}
          data={sizes.choices.map((size) => ({ value: String(size), label: t('pager.size_choice', { size }) }))}
          onChange={({ currentTarget }) => sizes.onChoose(Number(currentTarget.value))}
        />
      )}
    </nav>
  );
}

/** A field for the number of a page; Enter opens it, the last one for a number beyond it. */
function PagerJump({ pages, onGo }: { pages: number; onGo: (page: number) => void }) {
  const { t } = useTranslation('ui');
  const [pageText, setPageText] = useState<number | string>('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typeof pageText !== 'number') return;
    setPageText('');
    onGo(Math.min(Math.max(1, pageText), pages));
  };
  return (
    <form onSubmit={submit}>
      <NumberInput
        w={96}
        aria-label={t('pager.jump')}
        placeholder={t('pager.jump_hint')}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        maxLength={7}
        value={pageText}
        onChange={setPageText}
      />
    </form>
  );
}
