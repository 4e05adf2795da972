import type { UserEvent } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { useContext, useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { baseApi, type Tag } from '../../api/base-api.ts';
import { selectSession } from '../../api/session-slice.ts';
import { forgetAllCachedVoices } from '../../api/voice-lists/voice-cache.ts';
import { LiveClientContext } from '../live-context.ts';

/** What a person's event makes stale. */
const STALE: Record<UserEvent['type'], Tag[]> = {
  devices_changed: ['DeviceList', 'Device'],
  approvals_changed: ['Approval'],
  commands_changed: ['Command'],
  user_changed: ['Profile'],
  users_changed: ['User'],
  companies_changed: ['Company', 'Group'],
  groups_changed: ['Group'],
  voices_changed: ['Voice'],
};

/** Refetches what the server says has changed for the person who is signed in. */
export function useUserEvents(): void {
  const client = useContext(LiveClientContext);
  const dispatch = useDispatch();
  const userId = useSelector(selectSession)?.user_id;
  useEffect(() => {
    if (!client || userId === undefined) return;
    return client.subscribe(topics.userEvents(userId), (message) => {
      if (message.kind !== 'userEvents') return;
      // What is not on screen is not refetched, and must not come back from the session.
      if (message.payload.type === 'voices_changed') forgetAllCachedVoices();
      dispatch(baseApi.util.invalidateTags(STALE[message.payload.type]));
    });
  }, [client, dispatch, userId]);
}
