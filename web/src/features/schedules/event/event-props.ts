import type { Occurrence } from '@belfry/schemas/http/schedules/schedules';
import type { Item } from '../calendar/items.ts';

export type EventProps = {
  item: Item;
  occurrence: Occurrence;
  /** In whose clock the calendar is read. */
  zone: string;
  onClose: () => void;
};
