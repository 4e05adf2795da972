import type { PushSubscriptionRow } from '@belfry/schemas/http/mail/push';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
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
  const errorText = useErrorMessage();
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
    const { data, error } = await readKey(undefined);
    if (!data) return void toast('error', errorText(error, t('failed')));
    const subscription = await subscribeBrowser(data.public_key).catch(() => 'failed' as const);
    setObstacle(pushObstacle());
    if (subscription === 'failed') return void toast('error', t('no_service'));
    if (subscription === null) return;
    const { error: refused } = await add(subscription);
    if (refused) {
      await unsubscribeBrowser();
      return void toast('error', errorText(refused, t('failed')));
    }
    setSubscribed(true);
    toast('success', t('turned_on'));
  }

  async function turnOff(): Promise<void> {
    await unsubscribeBrowser();
    setSubscribed(false);
    const { error } = own ? await remove(own.subscription_id) : {};
    if (error) toast('error', errorText(error, t('failed')));
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
