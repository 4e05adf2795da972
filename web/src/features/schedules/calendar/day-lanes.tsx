import { UnstyledButton } from '@mantine/core';
import type { MouseEvent } from 'react';
import { addMinutes, dateOf, minutesBetween, timeOf, useLocalTimes } from '../../../lib/local-time.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { ItemButton } from './item-button.tsx';
import { isOn, type Item, LANES, nextOf } from './items.ts';
import { useRoving } from './roving.ts';
import { useScrollToNext, type ViewProps } from './week-table.tsx';
import classes from './calendar.module.css';

const HOURS = Array.from({ length: 24 }, (_hour, index) => index);
const DAY_MINUTES = 1_440;
/** Of a minute, and the least of an event. */
const MINUTE_PX = 1;
const ITEM_PX = 24;
const STEP_MINUTES = 15;

const hourOf = (date: string, hour: number): string => `${date}T${String(hour).padStart(2, '0')}:00`;

/** A day by its hours: music, bells, what is said and work beside each other. A click beside the events is a moment. */
export function DayLanes({ items, from: date, here, onOpen, onMoment, onLane }: ViewProps) {
  const { t } = useTranslation('calendar');
  const times = useLocalTimes();
  const next = nextOf(items, here);
  const roving = useRoving<HTMLDivElement>();
  const frame = useScrollToNext(next !== undefined);
  const momentAt = ({ target, currentTarget, nativeEvent }: MouseEvent): void => {
    if (target !== currentTarget) return;
    const minutes = Math.floor(nativeEvent.offsetY / MINUTE_PX / STEP_MINUTES) * STEP_MINUTES;
    onMoment(addMinutes(`${date}T00:00`, Math.min(Math.max(minutes, 0), DAY_MINUTES - STEP_MINUTES)));
  };
  return (
    <div className={classes.frame} ref={frame}>
      <div className={classes.heads}>
        <span />
        {LANES.map((lane) => (
          <UnstyledButton key={lane} className={classes.lane ?? ''} onClick={() => onLane(lane)}>
            {t(`lane.${lane}`)}
          </UnstyledButton>
        ))}
      </div>
      <div className={classes.day} data-cells {...roving} style={{ blockSize: DAY_MINUTES * MINUTE_PX }}>
        <div className={classes.hours} data-cell="0:0">
          {HOURS.map((hour) => (
            <UnstyledButton
              key={hour}
              className={`tabular ${classes.hour}`}
              data-item
              tabIndex={-1}
              aria-label={t('moment.of', { at: times.time(hourOf(date, hour)) })}
              style={{ insetBlockStart: hour * 60 * MINUTE_PX }}
              onClick={() => onMoment(hourOf(date, hour))}
            >
              {times.time(hourOf(date, hour))}
            </UnstyledButton>
          ))}
        </div>
        {LANES.map((lane, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keyboard has the hours
          <div key={lane} className={classes.column} data-cell={`0:${index + 1}`} onClick={momentAt}>
            {placed(
              items.filter((item) => item.lane === lane && isOn(item, date)),
              date,
            ).map(({ item, top, height }) => (
              <ItemButton
                key={item.id}
                item={item}
                date={date}
                isNext={item.id === next?.id}
                style={{ insetBlockStart: top, minBlockSize: height }}
                onOpen={onOpen}
              />
            ))}
          </div>
        ))}
        {dateOf(here) === date && (
          <span
            className={classes.now}
            style={{ insetBlockStart: minutesBetween(`${date}T00:00`, here) * MINUTE_PX }}
            aria-hidden
          />
        )}
      </div>
    </div>
  );
}

/** Each at its time, or right below the one before it; px. */
export function placed(items: readonly Item[], date: string): { item: Item; top: number; height: number }[] {
  let free = 0;
  return items.map((item) => {
    const begin = dateOf(item.at) === date ? minutesBetween(`${date}T00:00`, `${date}T${timeOf(item.at)}`) : 0;
    const end =
      item.until === null ? begin : Math.min(DAY_MINUTES, minutesBetween(`${date}T00:00`, item.until.slice(0, 16)));
    const top = Math.max(begin * MINUTE_PX, free);
    const height = Math.max(ITEM_PX, (end - begin) * MINUTE_PX - 2);
    // What lasts may have others in it.
    free = top + (item.until === null ? height : ITEM_PX);
    return { item, top, height };
  });
}
