import type { PageInvitations } from '@belfry/schemas/http/service/internal';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { BrokerDeps } from '../deps.ts';
import type { Uninvited } from './invitations.ts';

export type LivePages = {
  invite: (pageId: string, invitations: PageInvitations) => boolean;
  closePage: (pageId: string) => void;
  expire: (now: number) => void;
};

/** A device that is no longer invited hears nothing from that moment on, subscribed or not. */
export function createLivePages({
  connectionRegistry,
  invitations,
  router,
  sessions,
}: Pick<BrokerDeps, 'connectionRegistry' | 'invitations' | 'router' | 'sessions'>): LivePages {
  function endSubscriptions(uninvited: readonly Uninvited[]): void {
    for (const { pageId, serial } of uninvited) {
      const topic = topics.pageAudio(pageId);
      const session = sessions.get(serial);
      if (session) router.unsubscribe(session, topic);
      for (const connection of connectionRegistry.findByCredential('device', serial)) connection.filters.delete(topic);
    }
  }

  return {
    invite(pageId, { serials, expires_at }) {
      const uninvited = invitations.set(pageId, serials, Date.parse(expires_at));
      endSubscriptions(uninvited ?? []);
      return uninvited !== null;
    },
    closePage: (pageId) => endSubscriptions(invitations.close(pageId)),
    expire: (now) => endSubscriptions(invitations.expire(now)),
  };
}
