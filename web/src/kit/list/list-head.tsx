import { Pill, Popover, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { DotsMenu } from '../../ui/dots-menu.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import classes from './list.module.css';

type View<V extends string> = { value: V; label: string; count?: number | undefined };

type Props<V extends string> = {
  /** Absent on the page of something else, which has a title of its own. */
  title?: string;
  /** How many there are; absent where nobody has counted. */
  count?: number | undefined;
  /** The one primary button. */
  primary?: ReactNode;
  /** Kinds of rows, of which one is open. */
  views?: { all: readonly View<V>[]; open: V | null; onOpen: (view: V) => void };
  search?: { label: string; value: string; onChange: (text: string) => void };
  /** Filters that are set. */
  chips?: readonly { key: string; label: string; onClear: () => void }[];
  /** The fields of the filters, behind "+ Filter". */
  filter?: ReactNode;
  /** Entries of ⋯ (Menu.Item): export, import, what is rarely needed. */
  menu?: ReactNode;
};

/** The head of a list: one line, two on a phone, and one for the filters that are set. */
export function ListHead<V extends string>({ title, count, primary, views, search, chips, filter, menu }: Props<V>) {
  const { t } = useTranslation('list');
  const locale = useLocale();
  return (
    <div className={classes.head}>
      {title !== undefined && (
        <h1 className={classes.title}>
          {title}
          {count !== undefined && <span className={`tabular ${classes.count}`}>{formatCount(count, locale)}</span>}
        </h1>
      )}
      {(views ?? filter) !== undefined && (
        <div className={classes.chips}>
          {views && (
            <div className={classes.views}>
              {views.all.map(({ value, label, count: many }) => (
                <UnstyledButton
                  key={value}
                  ref={value === views.open ? showOpen : undefined}
                  className={classes.view}
                  aria-pressed={value === views.open}
                  onClick={() => views.onOpen(value)}
                >
                  {label}
                  {many !== undefined && many > 0 && <span className="tabular"> {formatCount(many, locale)}</span>}
                </UnstyledButton>
              ))}
            </div>
          )}
          {filter !== undefined && <Filter>{filter}</Filter>}
        </div>
      )}
      <div className={classes.tools}>
        {search && <SearchField compact className={classes.search ?? ''} placeholder={search.label} {...search} />}
        {menu !== undefined && <DotsMenu>{menu}</DotsMenu>}
        {primary !== undefined && <span data-new>{primary}</span>}
      </div>
      {chips !== undefined && chips.length > 0 && (
        <div className={classes.set}>
          {chips.map(({ key, label, onClear }) => (
            <Pill
              key={key}
              size="md"
              withRemoveButton
              removeButtonProps={{ 'aria-hidden': false, tabIndex: 0, 'aria-label': t('clear', { filter: label }) }}
              onRemove={onClear}
            >
              {label}
            </Pill>
          ))}
        </div>
      )}
    </div>
  );
}

/** On a phone the views are one line that scrolls aside, beside the filter: the open one is in its middle. */
function showOpen(view: HTMLElement | null): void {
  const row = view?.parentElement;
  if (!row) return;
  const [from, begin] = [row, view].map((element) => element.getBoundingClientRect().left);
  row.scrollLeft += (begin ?? 0) - (from ?? 0) - (row.clientWidth - view.clientWidth) / 2;
}

function Filter({ children }: { children: ReactNode }) {
  const { t } = useTranslation('list');
  return (
    <Popover position="bottom-start" width={320} trapFocus withinPortal={false}>
      <Popover.Target>
        <UnstyledButton className={classes.view}>
          <IconPlus size={14} aria-hidden /> {t('filter')}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        {/* Focus in a field of places would open its list over the other fields. */}
        <fieldset className={classes.filter} aria-label={t('filter')} data-autofocus tabIndex={-1}>
          {children}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
