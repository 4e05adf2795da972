import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { toast } from '../../ui/toast.ts';
import { useMakeFeedMutation, useRevokeFeedMutation } from './api/feed-api.ts';

/** Makes the iCalendar link, or another instead of it, and revokes it. `made` has its address, which is shown once. */
export function useFeed() {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const [make, { data: made, isLoading, reset }] = useMakeFeedMutation();
  const [end, { isLoading: revoking }] = useRevokeFeedMutation();
  const fail = (error: unknown): string => toast('error', errorText(error, t('feed.failed')));
  async function renew(): Promise<void> {
    const { error } = await make();
    if (error) fail(error);
  }
  async function revoke(): Promise<void> {
    const { error } = await end();
    if (error) return void fail(error);
    reset();
    toast('success', t('feed.revoked'));
  }
  return { made, renew, isLoading, revoke, revoking };
}
