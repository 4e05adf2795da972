import type { User } from '@belfry/schemas/http/users/admin';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectSession } from '../../api/session/session-slice.ts';
import { openAwaitingTab, type HandedSession } from '../../lib/session/session-handover.ts';
import { useErrorMessage } from '../../api/base/use-error-message.ts';
import { handOverSession, OPENED_PATH } from './hand-over-session.ts';
import { useImpersonateMutation } from './users-admin-api.ts';

type Fail = (failure: { text: string; reason?: string }) => void;

/** Opens the console in a new tab as a user; for the own account simply another tab; see USER-17. */
export function useImpersonate(fail: Fail): (user: User) => Promise<void> {
  const { t } = useTranslation('users-admin');
  const errorText = useErrorMessage();
  const ownId = useSelector(selectSession)?.user_id;
  const [impersonate] = useImpersonateMutation();

  const session = async (id: number): Promise<HandedSession> => {
    const { user_id, user_key: userKey, role } = await impersonate(id).unwrap();
    return { user_id, userKey, role, adminUserId: String(ownId) };
  };

  return async ({ id }) => {
    // During the click event, because browsers block a tab that is opened later.
    const own = id === ownId;
    const tab = own ? globalThis.open(OPENED_PATH, '_blank') : openAwaitingTab(OPENED_PATH);
    if (!tab) return fail({ text: t('open.blocked') });
    if (own) return;
    try {
      await handOverSession(tab, session(id));
    } catch (error) {
      fail({ text: t('open.failed'), reason: errorText(error) });
    }
  };
}
