import type { BrokerGateway } from '@belfry/api/broker-gateway';
import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';
import { topics } from '@belfry/schemas/mqtt/topics';

/** A broker that is always connected and only records calls. */
export type FakeBroker = BrokerGateway & {
  connected: boolean;
  /** A `payload` of null deletes the retained message. */
  published: { topic: string; payload: unknown }[];
  disconnected: { kind: string; ids: string[] }[];
  /** The devices that may hear the live pages that are open. */
  invited: Map<string, readonly string[]>;
};

export function createFakeBroker(): FakeBroker {
  const published: FakeBroker['published'] = [];
  const disconnected: FakeBroker['disconnected'] = [];
  const invited: FakeBroker['invited'] = new Map();
  return {
    connected: true,
    published,
    disconnected,
    invited,
    publish(topic, payload) {
      const read = (text: string): unknown => (text === '' ? null : JSON.parse(text));
      published.push({ topic, payload: typeof payload === 'string' ? read(payload) : payload });
      return Promise.resolve();
    },
    invite(pageId, serials) {
      invited.set(pageId, serials);
      return Promise.resolve();
    },
    uninvite(pageId, _serials, others) {
      invited.set(pageId, others.serials);
      return Promise.resolve();
    },
    closePage(pageId) {
      invited.delete(pageId);
      return Promise.resolve();
    },
    disconnect(kind, ids) {
      disconnected.push({ kind, ids: ids.map(String) });
      return Promise.resolve();
    },
    forget: () => Promise.resolve(),
  };
}

/** The events that an api with a fake broker has sent to the consoles of a user. */
export const eventsTo = ({ broker }: { broker: FakeBroker }, { id }: { id: number }): UserEvent[] =>
  broker.published.filter(({ topic }) => topic === topics.userEvents(id)).map(({ payload }) => payload as UserEvent);
