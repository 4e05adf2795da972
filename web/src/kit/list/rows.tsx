import { Button } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { type RowSelection, SelectRow } from '../../ui/lists/table-parts.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { RefreshFailed, Stale } from '../../ui/states/stale.tsx';
import classes from './list.module.css';

const SKELETONS = 8;
const ROW_PX = 32;
/** Further rows are asked for so many px before the end is seen. */
const AHEAD = '600px';

type Props<T> = {
  /** What the rows are, for who does not see the title. */
  label: string;
  /** Absent before the first answer. */
  rows: readonly T[] | undefined;
  keyOf: (row: T) => string | number;
  children: (row: T) => ReactNode;
  /** The heading under which a row stands; rows come sorted by it. */
  groupOf?: (row: T) => string;
  /** Where nothing is listed: one sentence, and one button. */
  empty: ReactNode;
  /** The rows could not be loaded; those before it stay, dimmed. `since`: when they were loaded, in ms. */
  failure?: { message: string; onRetry: () => void; retrying: boolean; since: number } | undefined;
  /** Further rows, by scrolling or the button; absent where the list is whole. */
  more?: { isLoading: boolean; load: () => void } | undefined;
  /** Rows with a tick box each, which appears with hover and focus, and is ticked by `x`; see SHELL-44. */
  selects?: RowSelection<T> | undefined;
};

/** The rows of a list, which grows by scrolling. */
export function Rows<T>({ label, rows, keyOf, children, groupOf, empty, failure, more, selects }: Props<T>) {
  if (!rows) {
    if (failure) return <ErrorState {...failure} />;
    return <LineSkeletons count={SKELETONS} height={ROW_PX} />;
  }
  if (rows.length === 0 && !failure && !more) return empty;
  const groups = groupOf ? [...Map.groupBy(rows, groupOf)] : [[label, rows] as const];
  return (
    <>
      {failure && <RefreshFailed {...failure} />}
      <Stale active={failure !== undefined} since={failure?.since ?? 0}>
        {groups.map(([name, members]) => (
          <Fragment key={name}>
            {groupOf && <h2 className={classes.group}>{name}</h2>}
            <ul className={classes.rows} aria-label={name} data-selects={selects !== undefined || undefined}>
              {members.map((row) => (
                <li key={keyOf(row)}>
                  {selects && (
                    <span className={classes.tick}>
                      {selects.isFixed?.(row) !== true && <SelectRow row={row} selection={selects} />}
                    </span>
                  )}
                  {children(row)}
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
        {/* Rows that did not fill the window leave the end in sight, which is no change that the observer tells. */}
        {more && <More key={rows.length} {...more} />}
      </Stale>
    </>
  );
}

/** Also a button, for who does not scroll. */
function More({ isLoading, load }: { isLoading: boolean; load: () => void }) {
  const { t } = useTranslation('list');
  const end = useRef<HTMLButtonElement>(null);
  const onSeen = useEffectEvent(load);
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && onSeen(), {
      rootMargin: AHEAD,
    });
    if (end.current) seen.observe(end.current);
    return () => seen.disconnect();
  }, []);
  return (
    <Button ref={end} variant="subtle" color="gray" fullWidth loading={isLoading} onClick={load}>
      {t('more')}
    </Button>
  );
}
