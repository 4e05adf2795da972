import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { isApiError } from '../../../lib/api/api-error.ts';
import { findSubscription } from '../../../lib/browser-push.ts';
import { watchInstallation } from '../../../lib/install.ts';
import { useRenewPushBrowserMutation } from './push-api.ts';

/**
 * Makes the console installable, tells the server that this browser goes on with this session, and opens what a click on a message asks for. Shows
 * nothing itself.
 */
export function PushStart() {
  useRenewal();
  useOpenedMessages();
  useEffect(watchInstallation, []);
  return (
    <>
      <link rel="manifest" href="/belfry.webmanifest" />
      <link rel="apple-touch-icon" href="/icon-192.png" />
    </>
  );
}

/** A browser whose messages were somebody else's, or were ended elsewhere, forgets its address. */
function useRenewal(): void {
  const [renew] = useRenewPushBrowserMutation();
  const check = useEffectEvent(async (): Promise<void> => {
    const subscription = await findSubscription();
    if (!subscription) return;
    const { error } = await renew({ endpoint: subscription.endpoint });
    if (isApiError(error) && error.code === 'not_found') await subscription.unsubscribe();
  });
  useEffect(() => void check().catch(() => undefined), []);
}

function useOpenedMessages(): void {
  const navigate = useNavigate();
  const open = useEffectEvent(({ data }: MessageEvent<unknown>): void => {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'belfry-open') return;
    if ('path' in data && typeof data.path === 'string' && data.path.startsWith('/')) void navigate(data.path);
  });
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const worker = navigator.serviceWorker;
    const listen = (event: MessageEvent<unknown>): void => open(event);
    worker.addEventListener('message', listen);
    worker.startMessages();
    return () => worker.removeEventListener('message', listen);
  }, []);
}
