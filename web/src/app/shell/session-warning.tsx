import { SESSION_WARNING_S } from '@belfry/schemas/domain/session';
import { useEffect } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { onActivity } from '../../lib/session/activity.ts';
import { useSignOut } from '../../lib/session/auth-api.ts';
import { selectSuspendedSession } from '../../lib/session/session-slice.ts';
import { useGetSessionStateQuery } from '../../lib/session/settings-api.ts';
import { useNow } from '../../lib/timers.ts';
import { Button, Group, Modal, Text } from '@mantine/core';

/** The longest delay of `setTimeout`; a longer one fires immediately. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** Asking the server a moment after the end gets its refusal, which leads to the sign-in page. */
const GRACE_MS = 1_000;
/** How often the use of a page that makes no other call is told to the server. */
const TOLD_AGAIN_MS = 60_000;

/** Warns a minute before the session ends, and offers to stay; see AUTH-43. */
export function SessionWarning() {
  const { endsAt, isEnding, ask } = useSessionEnd();
  const suspended = useSelector(selectSuspendedSession) !== null;
  return isEnding && !suspended ? <Warning endsAt={endsAt} onStay={ask} /> : null;
}

function Warning({ endsAt, onStay }: { endsAt: number; onStay: () => void }) {
  const { t } = useTranslation('shell');
  const signOut = useSignOut();
  const seconds = Math.max(0, Math.ceil((endsAt - useNow()) / 1_000));
  return (
    <Modal opened onClose={onStay} withCloseButton={false} title={t('session.title')} centered size="sm">
      <Text size="sm" c="dimmed" role="alert">
        {t('session.text')}
      </Text>
      <Text className="tabular" mt="sm" aria-hidden>
        {t('session.left', { count: seconds })}
      </Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => void signOut()}>
          {t('sign_out')}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {t('session.stay')}
        </Button>
      </Group>
    </Modal>
  );
}

/**
 * When the session of the page ends, in ms since the epoch, by the clock of the browser, and whether that is within a minute. Other tabs may have used
 * the session, so the server is asked before anybody is warned, and once more at the end. `ask` tells the server that it is in use.
 */
function useSessionEnd(): { endsAt: number; isEnding: boolean; ask: () => void } {
  const { data, fulfilledTimeStamp = 0, refetch } = useGetSessionStateQuery();
  const hasTimeout = data !== undefined && data.session_minutes !== null;
  const isEnding = hasTimeout && data.ends_in_s <= SESSION_WARNING_S;
  const endsAt = fulfilledTimeStamp + (data?.ends_in_s ?? 0) * 1_000;
  useEffect(() => {
    if (!hasTimeout) return;
    const at = isEnding ? endsAt + GRACE_MS : endsAt - SESSION_WARNING_S * 1_000;
    const timer = setTimeout(() => void refetch(), Math.min(LONGEST_WAIT_MS, Math.max(0, at - Date.now())));
    return () => clearTimeout(timer);
  }, [hasTimeout, isEnding, endsAt, refetch]);
  useEffect(() => {
    if (!hasTimeout || isEnding) return;
    let toldAt = fulfilledTimeStamp;
    return onActivity(() => {
      if (Date.now() - toldAt < TOLD_AGAIN_MS) return;
      toldAt = Date.now();
      void refetch();
    });
  }, [hasTimeout, isEnding, fulfilledTimeStamp, refetch]);
  return { endsAt, isEnding, ask: () => void refetch() };
}
