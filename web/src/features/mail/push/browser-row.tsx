import { useAct } from '../../../ui/use-act.ts';
import type { PushSubscriptionRow } from '@belfry/schemas/http/mail/push';
import { ActionIcon, Button } from '@mantine/core';
import { IconBellRinging, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { useTimes } from '../../../lib/times.ts';
import { toast } from '../../../ui/toast.ts';
import { useRemovePushBrowserMutation, useTestPushBrowserMutation } from './push-api.ts';
import classes from './push.module.css';

type Props = {
  browser: PushSubscriptionRow;
  /** Removes the browser of this page, which forgets its address too. */
  onRemove: (() => Promise<void>) | undefined;
};

/** A browser that takes messages: which one, since when, a test message, and removing it. */
export function BrowserRow({ browser: row, onRemove }: Props) {
  const { t } = useTranslation('push');
  const { act } = useAct({ parallel: true });
  const times = useTimes();
  const [test, testing] = useTestPushBrowserMutation();
  const [remove, removing] = useRemovePushBrowserMutation();
  const { subscription_id, browser, system, created_at, last_success_at, current } = row;
  const known = browser !== null && system !== null ? t('name', { browser, system }) : (browser ?? system);
  const name = known ?? t('unknown');
  const send = async (): Promise<void> => {
    const data = await act(() => test(subscription_id), { failed: t('failed') });
    if (data?.delivered) toast('success', t('tested'));
    else if (data) toast('error', t('not_tested', { reason: data.error ?? '' }));
  };
  const drop = async (): Promise<void> => {
    if (onRemove) return onRemove();
    await act(() => remove(subscription_id), { failed: t('failed') });
  };
  return (
    <>
      <div className={classes.text}>
        <span className={classes.name}>{current ? t('this', { name }) : name}</span>
        <span className={classes.when}>
          {last_success_at === null
            ? t('since', { day: times.day(created_at) })
            : t('last', { day: times.day(created_at), last: times.moment(last_success_at) })}
        </span>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconBellRinging size={14} aria-hidden />}
        loading={testing.isLoading}
        aria-label={t('test_of', { name })}
        onClick={() => void send()}
      >
        {t('test')}
      </Button>
      <ActionIcon
        variant="subtle"
        color="error"
        loading={removing.isLoading}
        aria-label={t('remove', { name })}
        onClick={() => void drop()}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}
