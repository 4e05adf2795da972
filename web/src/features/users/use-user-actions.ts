import type { User } from '@belfry/schemas/http/users/admin';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { hasServerMessage } from '../../lib/api/transport-text.ts';
import { selectSession } from '../../lib/session/session-slice.ts';
import { toast } from '../../ui/toast.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import type { Opened } from './users-address.ts';
import {
  useBlockUserMutation,
  useDeleteAllUsersMutation,
  useDeleteUserMutation,
  useUpdateUserKeyMutation,
  useImpersonateMutation,
} from './users-api.ts';
import {
  openAwaitingTab,
  type HandedSession,
  adoptSession,
  AWAIT_MS,
  SESSION_WANTED,
} from '../../lib/session/session-store.ts';

export type Question = { action: 'delete' | 'key'; user: User } | { action: 'delete_all'; count: number };
export type Failure = { text: string; reason?: string };
export type NewKey = { user: User; key: string };

/** The actions on a user of the list, with their confirmations and messages; see USER-14 and USER-20. */
export function useUserActions({ opened, show }: { opened: Opened; show: (next: Partial<Opened>) => void }) {
  const { t } = useTranslation('users-admin');
  const errorText = useErrorMessage();
  const ownId = useSelector(selectSession)?.user_id;
  const [question, setQuestion] = useState<Question | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [newKey, setNewKey] = useState<NewKey | null>(null);
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [block] = useBlockUserMutation();
  const [remove] = useDeleteUserMutation();
  const [removeAll] = useDeleteAllUsersMutation();
  const [updateKey] = useUpdateUserKeyMutation();
  const impersonate = useImpersonate(setFailure);
  const fail = (text: string, error: unknown): void => setFailure({ text, reason: errorText(error) });

  const toggleBlock = async ({ id, name, blocked }: User): Promise<void> => {
    if (busy.has(id)) return;
    setBusy((now) => new Set(now).add(id));
    const { error } = await block({ userId: id, blocked: !blocked });
    setBusy((now) => new Set([...now].filter((other) => other !== id)));
    if (error) fail(t('block.failed'), error);
    else toast('success', t(blocked ? 'block.unblocked' : 'block.blocked', { name }));
  };

  const confirm = async (): Promise<void> => {
    if (question?.action === 'delete') {
      const { id, name } = question.user;
      const { error } = await remove(id);
      if (error) return fail(t('delete.failed'), error);
      if (opened.info === id) show({ info: null });
      toast('success', t('delete.done', { name }));
    } else if (question?.action === 'key') {
      const { data: key, error } = await updateKey(question.user.id);
      // Where the server sends a text, only that is shown (USER-20).
      if (hasServerMessage(error)) setFailure({ text: errorText(error, t('key.failed')) });
      else if (error) fail(t('key.failed'), error);
      else if (key) setNewKey({ user: question.user, key });
      else setFailure({ text: t('key.missing') });
    } else if (question?.action === 'delete_all') {
      const { data: count, error } = await removeAll({ expected: question.count });
      if (error) return fail(t('all.failed'), error);
      toast('success', t('all.done', { count, total: count }));
    }
  };

  return {
    ownId,
    infoOf: opened.info,
    toggleInfo: ({ id }: User) => show({ info: opened.info === id ? null : id }),
    edit: ({ id }: User) => show({ edit: id }),
    toggleBlock: (user: User) => void toggleBlock(user),
    askKey: (user: User) => setQuestion({ action: 'key', user }),
    askDelete: (user: User) => setQuestion({ action: 'delete', user }),
    askDeleteAll: (count: number) => setQuestion({ action: 'delete_all', count }),
    open: (user: User) => void impersonate(user),
    dialogs: {
      question,
      failure,
      newKey,
      onConfirm: confirm,
      onAnswered: () => setQuestion(null),
      onFailureSeen: () => setFailure(null),
      onKeySeen: () => setNewKey(null),
    },
  };
}
export type UserActionHandlers = ReturnType<typeof useUserActions>;

type Fail = (failure: { text: string; reason?: string }) => void;
/** Opens the console in a new tab as a user; for the own account simply another tab; see USER-17. */
function useImpersonate(fail: Fail): (user: User) => Promise<void> {
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

const OPENED_PATH = '/navigation';
/** When the session is stored in the new tab, and when it is sent again; see USER-17. */
const SET_AFTER_MS = 800;
const SEND_AGAIN_AFTER_MS = 1_500;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Hands a session over to a tab that was just opened: stored directly after 800 ms, or as soon as it is known, and sent as a
 * message then and again at 1,500 ms, and when the tab asks for it, for browsers that isolate the tabs; see USER-17. The tab is closed
 * where there is no session; the promise rejects then.
 */
export async function handOverSession(tab: Window, coming: Promise<HandedSession>): Promise<void> {
  const again = delay(SEND_AGAIN_AFTER_MS);
  try {
    const [session] = await Promise.all([coming, delay(SET_AFTER_MS)]);
    set(tab, session);
    send(tab, session);
    sendWhenAsked(tab, session);
    await again;
    send(tab, session);
  } catch (error) {
    tab.close();
    throw error;
  }
}

/** Navigates by its address instead of a reload, because a tab that is still loading has no document to reload. */
function set(tab: Window, session: HandedSession): void {
  try {
    adoptSession(session, tab.sessionStorage);
    tab.location.replace(new URL(OPENED_PATH, globalThis.location.origin));
  } catch {
    // The tab cannot be accessed, because it was closed or is isolated; the message is still sent.
  }
}

/** A tab that loads for longer than the messages come asks for the session as soon as it can receive it. */
function sendWhenAsked(tab: Window, session: HandedSession): void {
  const answer = ({ origin, data }: MessageEvent<unknown>): void => {
    if (origin === globalThis.location.origin && data === SESSION_WANTED) send(tab, session);
  };
  globalThis.addEventListener('message', answer);
  setTimeout(() => globalThis.removeEventListener('message', answer), AWAIT_MS);
}

/** To the own origin only: the key must not reach another origin to which the tab may have navigated. */
function send(tab: Window, { user_id, userKey, role, adminUserId }: HandedSession): void {
  const message = {
    user_id,
    user_key: userKey,
    user_role: role,
    admin_mode: adminUserId !== null,
    admin_user_id: adminUserId,
  };
  tab.postMessage(message, globalThis.location.origin);
}
