import { useAct } from '../../../ui/use-act.ts';
import type { PushSubscriptionRow } from '@belfry/schemas/http/mail/push';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { toast } from '../../../ui/toast.ts';
import {
  findSubscription,
  pushObstacle,
  subscribeBrowser,
  unsubscribeBrowser,
  type PushObstacle,
} from '../../../lib/browser-push.ts';
import { useAddPushBrowserMutation, useLazyGetPushKeyQuery, useRemovePushBrowserMutation } from './push-api.ts';

type BrowserPush = {
  obstacle: PushObstacle | null;
  /** Whether this browser takes messages for this person. */
  isOn: boolean;
  isBusy: boolean;
  turn: (on: boolean) => Promise<void>;
};

/** Messages in this browser; failures are told by a toast. @param own the row of this browser, if the person has one */
export function useBrowserPush(own: PushSubscriptionRow | undefined): BrowserPush {
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
    void findSubscription().then((found) => {
      if (!left) setSubscribed(found !== null);
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
