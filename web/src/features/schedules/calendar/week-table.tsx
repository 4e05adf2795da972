import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { dateOf, useLocalTimes } from '../../../lib/local-time.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { BELLS } from '../schedule-values.ts';
import { ItemButton } from './item-button.tsx';
import { datesIn, isSpan, type Item, nextOf, type WeekRow, weekRows } from './items.ts';
import { useRoving } from './roving.ts';
import classes from './calendar.module.css';

/** More bells of a day are one entry, which opens the list of them. */
const BELLS_SHOWN = 4;
const NOON = '12:00';

export type ViewProps = {
  items: readonly Item[];
  from: string;
  to: string;
  /** By the clock of the calendar. */
  here: string;
  onOpen: (item: Item) => void;
  /** An empty moment, as 2026-11-23T08:00. */
  onMoment: (at: string) => void;
  onBells: (date: string) => void;
  /** Opens what a row is planned with. */
  onLane: (lane: WeekRow['lane']) => void;
  dayAddress: (date: string) => string;
};

/** A week: days beside each other, music, bells, what is said by its time, and work on the system below each other. */
export function WeekTable({ items, from, to, here, onLane, dayAddress, ...cellProps }: ViewProps) {
  const { t } = useTranslation('calendar');
  const times = useLocalTimes();
  const dates = datesIn({ from, to });
  const rows = weekRows(items, dates);
  const next = nextOf(items, here);
  const roving = useRoving<HTMLTableElement>();
  const frame = useScrollToNext(next !== undefined);
  const today = dateOf(here);
  return (
    <div className={classes.frame} ref={frame}>
      <table className={classes.week} aria-label={t('week')} data-cells {...roving}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t('corner')}</VisuallyHidden>
            </th>
            {dates.map((date) => (
              <th key={date} scope="col" data-today={date === today || undefined}>
                <Link to={dayAddress(date)} aria-current={date === today ? 'date' : undefined}>
                  {times.day(date)}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${row.lane} ${row.time}`} data-lane={row.lane}>
              <th scope="row">
                {row.time === null ? (
                  <UnstyledButton className={classes.lane ?? ''} onClick={() => onLane(row.lane)}>
                    {t(`lane.${row.lane}`)}
                  </UnstyledButton>
                ) : (
                  <span className="tabular">{times.time(`${from}T${row.time}`)}</span>
                )}
              </th>
              {row.cells.map((cell, column) => (
                <Cell
                  key={cell.date}
                  at={`${index}:${column}`}
                  row={row}
                  cell={cell}
                  next={next}
                  isToday={cell.date === today}
                  moment={`${cell.date}T${row.time ?? momentOf(cell.date, here)}`}
                  {...cellProps}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Of today the present time, else noon. */
const momentOf = (date: string, here: string): string => (dateOf(here) === date ? here.slice(11, 16) : NOON);

type CellProps = Pick<ViewProps, 'onOpen' | 'onMoment' | 'onBells'> & {
  at: string;
  row: WeekRow;
  cell: WeekRow['cells'][number];
  next: Item | undefined;
  isToday: boolean;
  moment: string;
};

function Cell({ at, row, cell, next, isToday, moment, onOpen, onMoment, onBells }: CellProps) {
  const { t } = useTranslation('calendar');
  const times = useLocalTimes();
  const { items, date } = cell;
  const isMany = row.lane === 'bells' && items.length > BELLS_SHOWN;
  return (
    // A click beside the events; the keyboard has the button of an empty cell and the form of a moment.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <td
      data-cell={at}
      data-today={isToday || undefined}
      onClick={({ target, currentTarget }) => target === currentTarget && onMoment(moment)}
    >
      {isMany && (
        <BellsOfDay items={items} isNext={items.some(({ id }) => id === next?.id)} onOpen={() => onBells(date)} />
      )}
      {!isMany &&
        items.map((item) => (
          <ItemButton
            key={item.id}
            item={item}
            date={date}
            isTimed={row.time !== null}
            isNext={item.id === next?.id}
            onOpen={onOpen}
          />
        ))}
      {items.length === 0 && (
        <UnstyledButton
          className={classes.empty ?? ''}
          data-item
          tabIndex={-1}
          aria-label={t('moment.of', { at: times.moment(moment) })}
          onClick={() => onMoment(moment)}
        >
          <IconPlus size={14} aria-hidden />
        </UnstyledButton>
      )}
    </td>
  );
}

/** `08:00 – 15:10 · 12 bells` */
type BellsProps = { items: readonly Item[]; isNext: boolean; onOpen: () => void };

function BellsOfDay({ items, isNext, onOpen }: BellsProps) {
  const { t } = useTranslation('calendar');
  const times = useLocalTimes();
  const [first, last] = [items[0], items.at(-1)];
  const skipped = items.filter(({ off }) => off !== null).length;
  if (!first || !last) return null;
  return (
    <UnstyledButton
      className={classes.item ?? ''}
      data-item
      data-next={isNext || undefined}
      tabIndex={-1}
      onClick={onOpen}
    >
      <span className={`tabular ${classes.time}`}>{times.range(first.at, last.at)}</span>{' '}
      <span className={classes.name}>{t('bells.count', { count: items.length })}</span>
      {skipped > 0 && <span className={classes.off}> {t('bells.skipped', { count: skipped })}</span>}
    </UnstyledButton>
  );
}

/** Scrolls the frame to the next event, once. */
export function useScrollToNext(hasNext: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = frame.current?.querySelector<HTMLElement>('[data-next]');
    if (!hasNext || !frame.current || !target) return;
    const { top } = target.getBoundingClientRect();
    frame.current.scrollTop += top - frame.current.getBoundingClientRect().top - frame.current.clientHeight / 3;
  }, [hasNext]);
  return frame;
}

export const bellsOn = (items: readonly Item[], date: string): Item[] =>
  items.filter(({ of, at }) => !isSpan(of) && of.type === BELLS && dateOf(at) === date);
