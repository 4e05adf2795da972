import type { Voice } from '@belfry/schemas/http/speech/voices';
import type { TestApi } from '../api.ts';
import type { TestUser } from '../factories.ts';
import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';

/** Calls about voices: of the catalogue as the administrator, of one's own choices as the user. */
export function voiceCalls(current: () => { api: TestApi; admin: TestUser; user: TestUser }) {
  const list = (query: Record<string, string> = {}) => {
    const { api, admin } = current();
    return api.get<Voice[]>(`/api/voices/voices?${new URLSearchParams(query)}`, { key: admin.key });
  };
  return {
    list,
    find: async (name: string) => (await list({ q: name })).body.find(({ voice_name }) => voice_name === name),
    post: (path: string, body: unknown, key = current().admin.key) =>
      current().api.post(`/api/voices/${path}`, { key, body }),
    ofLanguage: async (code: string) => {
      const { api, user } = current();
      return (await api.call(voicesHttp.listOfLanguage, user, { code })).body;
    },
    favorites: async (key = current().user.key) => (await current().api.call(voiceFavoritesHttp.list, { key })).body,
    audited: (action: string) =>
      current()
        .api.db.selectFrom('audit_log')
        .select(['object_id', 'user_id', 'details'])
        .where('action', '=', action)
        .execute(),
    /** The voices that console events to a user name. */
    changedVoicesOf: ({ id }: TestUser) =>
      current()
        .api.broker.published.filter(({ topic }) => topic === `users/${id}/events`)
        .map(({ payload }) => payload as { type: string; ids: unknown[] })
        .filter(({ type }) => type === 'voices_changed')
        .flatMap(({ ids }) => ids),
  };
}
