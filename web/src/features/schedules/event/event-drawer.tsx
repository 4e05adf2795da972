import { DAY_PROGRAMME_TYPE } from '@belfry/schemas/http/schedules/schedules';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Detail, Section, useOpened } from '../../../kit/detail/index.ts';
import { PlaceName } from '../../../kit/place-name/index.ts';
import { dateOf } from '../../../lib/local-time.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { BELLS } from '../schedule-values.ts';
import { useItemTexts } from '../calendar/item-button.tsx';
import { PlayMusic } from '../../library/index.ts';
import { useSeenNodes } from '../../places/seen-nodes-api.ts';
import { BellEvent } from './bell-event.tsx';
import type { EventProps } from './event-props.ts';
import { PlanEvent } from './plan-event.tsx';
import { useWhen } from './when.ts';
import classes from '../calendar/calendar.module.css';

/** What an event of the calendar is, who would hear it, and what can be done with it. */
export function EventDrawer(props: EventProps) {
  const { type } = props.occurrence;
  if (type === BELLS) return <BellEvent {...props} />;
  return type === DAY_PROGRAMME_TYPE ? <MusicEvent {...props} /> : <PlanEvent {...props} />;
}

/** Music of a day programme, which is changed at the places whose programme it is. */
function MusicEvent({ item, occurrence: { company_ids }, zone, onClose }: EventProps) {
  const { t } = useTranslation('calendar');
  const { to } = useOpened();
  const { timeOf } = useItemTexts();
  const whenOf = useWhen(zone);
  const places = useSeenNodes([...company_ids]);
  const [first] = company_ids;
  return (
    <Detail
      title={item.name}
      path={t('lane.music')}
      state={{ state: 'ok', text: `${whenOf(item.at)}, ${timeOf(item, dateOf(item.at))}` }}
      onClose={onClose}
      action={
        first !== undefined && (
          <Button component={Link} to={to(`music:${first}`)} preventScrollReset variant="default">
            {t('event.edit')}
          </Button>
        )
      }
    >
      <Section title={t('event.music')}>
        <p className={classes.sentence}>
          {item.name} <PlayMusic of={{ name: item.name }} />
        </p>
      </Section>
      <Section title={t('event.places')}>
        <ul className={classes.list}>
          {company_ids.map((id) => (
            <li key={id}>
              <PlaceName place={{ id, name: places?.get(id)?.name ?? '…' }} />
            </li>
          ))}
        </ul>
      </Section>
    </Detail>
  );
}
