import { Button, Group, Text, ActionIcon } from '@mantine/core';
import { IconDownload, IconBellRinging, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useIsImpersonated } from '../../../lib/session/auth-api.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { wholeList } from '../../../ui/lists/list-state.ts';
import { OwnAccountOnly } from '../../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useInstall } from '../../../lib/install.ts';
import {
  useGetPushBrowsersQuery,
  useRemovePushBrowserMutation,
  useTestPushBrowserMutation,
  useAddPushBrowserMutation,
  useLazyGetPushKeyQuery,
} from './push-api.ts';
import rows from '../../../ui/lists/text-row.module.css';
import { useAct } from '../../../ui/use-act.ts';
import type { PushSubscriptionRow } from '@belfry/schemas/http/mail/push';
import { useLinkReason } from '../../../lib/reasons.ts';
import { useTimes } from '../../../lib/times.ts';
import { toast } from '../../../ui/toast.ts';
import {
  findSubscription,
  pushObstacle,
  subscribeBrowser,
  unsubscribeBrowser,
  type PushObstacle,
} from '../../../lib/browser-push.ts';

/** Messages in this browser, the browsers that the person has, and how the console is installed; see ALARM-20. */
export function PushSettings() {
  const { t } = useTranslation('push');
  const isImpersonated = useIsImpersonated();
  return (
    <PageSection title={t('title')}>
      <OwnAccountOnly isImpersonated={isImpersonated}>
        <Browsers />
      </OwnAccountOnly>
    </PageSection>
  );
}

function Browsers() {
  const { t } = useTranslation('push');
  const errorText = useErrorMessage();
  const query = useGetPushBrowsersQuery();
  const own = query.data?.find(({ current }) => current);
  const { obstacle, isOn, isBusy, turn } = useBrowserPush(own);
  return (
    <>
      <div>
        <SwitchRow
          label={t('here')}
          description={t('here_hint')}
          checked={isOn}
          disabled={isBusy || query.data === undefined || (obstacle !== null && !isOn)}
          onChange={(on) => void turn(on)}
        />
        <Text component="output" display="block" size="xs" mt={4} c={obstacle === 'denied' ? 'warning' : 'dimmed'}>
          {obstacle !== null && t(`obstacles.${obstacle}`)}
        </Text>
      </div>
      <RowList
        list={wholeList(query, query.data)}
        label={t('list')}
        entry={rows.row}
        keyOf={(browser) => browser.subscription_id}
        waiting={<LineSkeletons count={1} height={40} />}
        empty={
          <Text size="xs" c="dimmed">
            {t('none')}
          </Text>
        }
        failure={(error) => ({ message: errorText(error, t('error')) })}
      >
        {(browser) => <BrowserRow browser={browser} onRemove={browser.current ? () => turn(false) : undefined} />}
      </RowList>
      <Install />
    </>
  );
}

/** Where the browser offers it; on phones of Apple people do it by themselves. */
function Install() {
  const { t } = useTranslation('push');
  const install = useInstall();
  if (!install) return null;
  return (
    <Group justify="space-between" gap="sm">
      <Text size="xs" c="dimmed" flex="1 1 200px">
        {t('install_hint')}
      </Text>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={install}>
        {t('install')}
      </Button>
    </Group>
  );
}

type Props = {
  browser: PushSubscriptionRow;
  /** Removes the browser of this page, which forgets its address too. */
  onRemove: (() => Promise<void>) | undefined;
};

/** A browser that takes messages: which one, since when, a test message, and removing it. */
function BrowserRow({ browser: row, onRemove }: Props) {
  const { t } = useTranslation('push');
  const { act } = useAct({ parallel: true });
  const times = useTimes();
  const reasonOf = useLinkReason();
  const [test, testing] = useTestPushBrowserMutation();
  const [remove, removing] = useRemovePushBrowserMutation();
  const { subscription_id, browser, system, created_at, last_success_at, current } = row;
  const browserName = browser !== null && system !== null ? t('name', { browser, system }) : (browser ?? system);
  const name = browserName ?? t('unknown');
  const send = async (): Promise<void> => {
    const data = await act(() => test(subscription_id), { failed: t('failed') });
    if (data?.delivered) toast('success', t('tested'));
    else if (data) toast('error', t('not_tested', { reason: data.error === null ? '' : reasonOf(data.error) }));
  };
  const drop = async (): Promise<void> => {
    if (onRemove) return onRemove();
    await act(() => remove(subscription_id), { failed: t('failed') });
  };
  return (
    <>
      <div className={rows.text}>
        <span className={rows.name}>{current ? t('this', { name }) : name}</span>
        <span className={rows.detail}>
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

type BrowserPush = {
  obstacle: PushObstacle | null;
  /** Whether this browser takes messages for this person. */
  isOn: boolean;
  isBusy: boolean;
  turn: (on: boolean) => Promise<void>;
};

/** Messages in this browser; failures are told by a toast. @param own the row of this browser, if the person has one */
function useBrowserPush(own: PushSubscriptionRow | undefined): BrowserPush {
  const { t } = useTranslation('push');
  const { act } = useAct();
  const [obstacle, setObstacle] = useState(pushObstacle);
  const [subscribed, setSubscribed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [readKey] = useLazyGetPushKeyQuery();
  const [add] = useAddPushBrowserMutation();
  const [remove] = useRemovePushBrowserMutation();
  useEffect(() => {
    let left = false;
    void findSubscription().then((subscription) => {
      if (!left) setSubscribed(subscription !== null);
    });
    return () => {
      left = true;
    };
  }, []);

  async function turnOn(): Promise<void> {
    const data = await act(() => readKey(undefined), { failed: t('failed') });
    if (data === undefined) return;
    const subscription = await subscribeBrowser(data.public_key).catch(() => 'failed' as const);
    setObstacle(pushObstacle());
    if (subscription === 'failed') return void toast('error', t('no_service'));
    if (subscription === null) return;
    const answer = await act(() => add(subscription), { done: t('turned_on'), failed: t('failed') });
    if (answer === undefined) await unsubscribeBrowser();
    else setSubscribed(true);
  }

  async function turnOff(): Promise<void> {
    await unsubscribeBrowser();
    setSubscribed(false);
    if (own) await act(() => remove(own.subscription_id), { failed: t('failed') });
  }

  return {
    obstacle,
    isOn: subscribed && own !== undefined,
    isBusy,
    async turn(on) {
      setBusy(true);
      await (on ? turnOn() : turnOff());
      setBusy(false);
    },
  };
}
