import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { TestApi } from '../api.ts';

/** The events that an api with a fake broker has sent to the consoles of a user. */
export const eventsTo = ({ broker }: Pick<TestApi, 'broker'>, { id }: { id: number }): UserEvent[] =>
  broker.published.filter(({ topic }) => topic === topics.userEvents(id)).map(({ payload }) => payload as UserEvent);
